// verdict: ok

/* A loop made of gotos, and a jump out of two nested loops. */
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint() % 4;
    int tries = 0;
again:
    tries++;
    if (x != 0) {
        x--;
        goto again;
    }
    assert(tries >= 1 && tries <= 4);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (i * j == 2)
                goto out;
    assert(0);
out:
    return 0;
}

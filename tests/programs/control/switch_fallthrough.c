// verdict: ok

/* Fall-through, a default in the middle, and several labels on one target. */
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    int r = 0;
    switch (x) {
    case 0:
        r += 1;
    case 1:
        r += 2;
        break;
    default:
        r = 100;
        break;
    case 7:
    case 8:
        r = 3;
    }
    if (x == 0)
        assert(r == 3);
    if (x == 1)
        assert(r == 2);
    if (x == 7 || x == 8)
        assert(r == 3);
    if (x > 8)
        assert(r == 100);
    return 0;
}

// verdict: bugs
// bug: assert 17

/* A do-while runs at least once, so zero has one digit. */
#include <assert.h>
unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_ushort();
    unsigned y = x;
    int digits = 0;
    do {
        y /= 10;
        digits++;
    } while (y != 0);
    assert(digits >= 1 && digits <= 5);
    assert(digits < 5);
    return 0;
}

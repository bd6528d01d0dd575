// verdict: ok

/* Case values beyond 32 bits. */
#include <assert.h>
long __VERIFIER_nondet_long(void);

int main(void) {
    long x = __VERIFIER_nondet_long();
    int r;
    switch (x) {
    case 0x100000000L:
        r = 1;
        break;
    case -0x100000000L:
        r = 2;
        break;
    case 0:
        r = 3;
        break;
    default:
        r = 4;
    }
    if ((int)x != 0)
        assert(r == 4);
    return 0;
}

// verdict: bugs
// bug: assert 12

/* The solver has to find a factor. */
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uchar();
    unsigned y = __VERIFIER_nondet_uchar();
    if (x > 1 && y > x)
        assert(x * y != 143);
    return 0;
}

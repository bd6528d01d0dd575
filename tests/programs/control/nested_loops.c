// verdict: ok

/* A triangular loop: the inner bound is the outer variable. */
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uchar();
    if (n > 6)
        return 0;
    unsigned count = 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j <= i; j++)
            count++;
    assert(count == n * (n + 1) / 2);
    return 0;
}

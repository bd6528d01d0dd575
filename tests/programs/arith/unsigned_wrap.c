// verdict: ok
// runs baseline: 1 0

/* Unsigned arithmetic is modulo 2^32: no value of x breaks these. */
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    assert(x + 1u - 1u == x);
    assert(x - x == 0);
    assert(0u - x == ~x + 1u);
    return 0;
}

// verdict: bugs
// bug: assert 11
// runs baseline: 2 0

/* x + 1 > x does not hold for the largest unsigned. */
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    assert(x + 1u > x);
    return 0;
}

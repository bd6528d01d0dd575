// verdict: ok
// runs baseline: 1 0

#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    assert(~(a & b) == (~a | ~b));
    assert((a ^ b ^ b) == a);
    assert((a | b) - (a & b) == (a ^ b));
    assert((a & b) + (a | b) == a + b);
    return 0;
}

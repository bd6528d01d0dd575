// args: -- -O2
// verdict: ok
// runs baseline: 1 0

/* Flags for the compiler do not change the answer. */
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    assert((x & 1u) + (x >> 1) * 2u == x);
    return 0;
}

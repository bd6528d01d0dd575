// verdict: ok

#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n >= 32)
        return 0;
    unsigned bit = 1u << n;
    assert(bit != 0);
    assert((bit & (bit - 1)) == 0);
    assert(bit >> n == 1);
    return 0;
}

// verdict: bugs
// bug: assert 13

#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

static const int primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29};

int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 10)
        return 0;
    assert(primes[i] != 17);
    return 0;
}

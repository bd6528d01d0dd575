// verdict: ok

#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

static int big[5000];

int main(void) {
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    if (i >= 5000 || j >= 5000)
        return 0;
    big[i] = 7;
    assert(big[i] == 7);
    assert(big[j] == (i == j ? 7 : 0));
    return 0;
}

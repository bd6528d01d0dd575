// verdict: bugs
// bug: assert 12

/* Adding one to a large double may change nothing. */
#include <assert.h>
double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (!(x > 0.0 && x < 1e18))
        return 0;
    assert(x + 1.0 != x);
    return 0;
}

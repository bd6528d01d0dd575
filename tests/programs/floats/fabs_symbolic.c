// verdict: ok

#include <assert.h>
#include <math.h>
double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (isnan(x))
        return 0;
    assert(fabs(x) >= 0.0);
    assert(fabs(x) == x || fabs(x) == -x);
    return 0;
}

// verdict: ok
// runs baseline: 3 0

/* NaN is neither: three ways out. */
#include <assert.h>
double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    int where = 0;
    if (x > 0.0)
        where = 1;
    else if (x <= 0.0)
        where = 2;
    else
        assert(x != x);
    return where;
}

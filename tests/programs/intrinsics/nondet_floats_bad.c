// verdict: bugs
// bug: assert 12

#include <assert.h>
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);

int main(void) {
    float f = __VERIFIER_nondet_float();
    double d = __VERIFIER_nondet_double();
    if (d > 1.0 && d < 1.5)
        assert(f != 0.25f);
    return 0;
}

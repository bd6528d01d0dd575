// verdict: ok

#include <assert.h>
float __VERIFIER_nondet_float(void);

int main(void) {
    float f = __VERIFIER_nondet_float();
    if (f != f)
        return 0;
    double d = f;
    assert((float)d == f);
    return 0;
}

// verdict: ok

/* Conversion truncates towards zero. */
#include <assert.h>
float __VERIFIER_nondet_float(void);

int main(void) {
    volatile double d = -2.9;
    assert((int)d == -2);
    float x = __VERIFIER_nondet_float();
    if (!(x >= 0.0f && x < 100.0f))
        return 0;
    int i = (int)x;
    assert(i >= 0 && i <= 99);
    return 0;
}

// verdict: bugs
// bug: assert 11

/* The solver finds a double with a given square. */
#include <assert.h>
float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (x > 0.0f)
        assert(x * x != 2.25f);
    return 0;
}

// verdict: ok

/* IEEE arithmetic on constants, in both precisions. */
#include <assert.h>

int main(void) {
    volatile double a = 0.1, b = 0.2;
    volatile float f = 0.1f, g = 0.2f;
    assert(a + b != 0.3);
    assert(a + b == 0.30000000000000004);
    assert(f + g == 0.3f || f + g == 0.3f + 0x1p-25f);
    assert(a / 0.0 > 1e308);
    assert(7.0 / 2.0 == 3.5 && -7.0 * 0.5 == -3.5);
    assert((double)f != a);
    return 0;
}

// verdict: ok

/* Numbers taken apart and put together. */
#include <assert.h>
#include <math.h>

int main(void) {
    int e;
    double whole;
    assert(frexp(12.0, &e) == 0.75 && e == 4);
    assert(ldexp(0.75, 4) == 12.0 && scalbn(1.0, -1074) > 0 && ldexp(1.0, -1080) == 0);
    assert(modf(-3.25, &whole) == -0.25 && whole == -3.0);
    assert(ilogb(10.0) == 3 && logb(0.5) == -1.0);
    assert(lround(2.5) == 3 && lround(-2.5) == -3 && lrint(2.5) == 2);
    assert(remainder(5.0, 3.0) == -1.0 && fdim(5.0, 3.0) == 2.0 && fdim(3.0, 5.0) == 0);
    assert(nextafter(1.0, 2.0) > 1.0 && nextafter(1.0, 2.0) - 1.0 < 1e-15);
    assert(frexpf(-8.0f, &e) == -0.5f && e == 4);
    return 0;
}

// verdict: ok

#include <assert.h>
#include <math.h>

int main(void) {
    volatile double two = 2.0, minus = -2.5;
    assert(fabs(minus) == 2.5);
    assert(sqrt(two * two) == 2.0);
    assert(floor(minus) == -3.0 && ceil(minus) == -2.0 && trunc(minus) == -2.0);
    assert(fmin(minus, two) == minus && fmax(minus, two) == two);
    assert(isnan(sqrt(minus)) && isinf(two / 0.0));
    return 0;
}

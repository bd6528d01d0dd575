// verdict: ok

#include <assert.h>

#define KIND(x) _Generic((x), int: 1, double: 2, char *: 3, default: 4)

int main(void) {
    assert(KIND(1) == 1 && KIND(1.0) == 2 && KIND((char *)0) == 3 && KIND(1L) == 4);
    double _Complex z = 1.0 + 2.0i;
    z = z + z;
    assert(__real__ z == 2.0 && __imag__ z == 4.0);
    return 0;
}

// verdict: ok

/* 80-bit extended precision, concrete. */
#include <assert.h>

int main(void) {
    volatile long double x = 1.0L;
    long double y = x + 0x1p-63L;
    assert(y != 1.0L);
    assert((double)y == 1.0);
    assert((long)(x * 3.75L) == 3);
    return 0;
}

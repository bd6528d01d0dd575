// verdict: ok

/* C leaves these open; natively they are what x86-64 does. */
#include <assert.h>
#include <limits.h>
#include <rethread.h>

int main(void) {
    double d;
    rethread_symbolic(&d, sizeof d, "d");
    int i = (int)d;
    if (d > 1e10 || d != d)
        assert(i == INT_MIN);
    if (d == -2147483648.5)
        assert(i == INT_MIN);
    if (d == 300.0)
        assert((unsigned char)d == 44);
    if (d == -1.0) {
        assert((unsigned)d == UINT_MAX);
        assert((unsigned long)d == ULONG_MAX);
    }
    volatile double big = 1e20, more = 1e19;
    assert((long)big == LONG_MIN);
    assert((unsigned long)big == 1ul << 63);
    assert((unsigned long)more == 10000000000000000000ul);
    return 0;
}

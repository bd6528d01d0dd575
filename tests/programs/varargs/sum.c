// verdict: ok
// runs baseline: 1 0

#include <assert.h>
#include <stdarg.h>
int __VERIFIER_nondet_int(void);

static int sum(int n, ...) {
    va_list ap;
    int s = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        s += va_arg(ap, int);
    va_end(ap);
    return s;
}

int main(void) {
    int x = __VERIFIER_nondet_int() & 0xff;
    assert(sum(0) == 0);
    assert(sum(3, x, 2, 3) == x + 5);
    assert(sum(9, 1, 2, 3, 4, 5, 6, 7, 8, x) == 36 + x);
    return 0;
}

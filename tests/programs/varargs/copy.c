// verdict: ok

#include <assert.h>
#include <stdarg.h>

static int twice(int n, ...) {
    va_list ap, again;
    int s = 0;
    va_start(ap, n);
    s += va_arg(ap, int);
    va_copy(again, ap);
    for (int i = 1; i < n; i++)
        s += va_arg(ap, int);
    for (int i = 1; i < n; i++)
        s += 10 * va_arg(again, int);
    va_end(again);
    va_end(ap);
    return s;
}

int main(void) {
    assert(twice(3, 1, 2, 3) == 1 + 5 + 50);
    return 0;
}

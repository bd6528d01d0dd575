// verdict: ok

#include <assert.h>
#include <stdarg.h>

struct small {
    int a, b;
};
struct large {
    long v[5];
};

static long take(int n, ...) {
    va_list ap;
    va_start(ap, n);
    struct small s = va_arg(ap, struct small);
    struct large l = va_arg(ap, struct large);
    int last = va_arg(ap, int);
    va_end(ap);
    return s.a + s.b + l.v[0] + l.v[4] + last;
}

int main(void) {
    struct small s = {1, 2};
    struct large l = {{10, 0, 0, 0, 20}};
    assert(take(3, s, l, 100) == 133);
    return 0;
}

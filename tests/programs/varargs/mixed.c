// verdict: ok

/* Doubles, pointers, longs and narrow types, more of them than there are registers. */
#include <assert.h>
#include <stdarg.h>

static double take(const char *kinds, ...) {
    va_list ap;
    double total = 0;
    va_start(ap, kinds);
    for (; *kinds; kinds++)
        switch (*kinds) {
        case 'i':
            total += va_arg(ap, int);
            break;
        case 'l':
            total += (double)va_arg(ap, long);
            break;
        case 'd':
            total += va_arg(ap, double);
            break;
        case 'p':
            total += *va_arg(ap, int *);
            break;
        }
    va_end(ap);
    return total;
}

int main(void) {
    int seven = 7;
    char c = 3;
    float f = 0.5f;
    assert(take("idlp", 1, 2.5, 100L, &seven) == 110.5);
    assert(take("dddddddddd", 1., 1., 1., 1., 1., 1., 1., 1., 1., 1.) == 10.0);
    assert(take("idi", c, f, c) == 6.5);
    return 0;
}

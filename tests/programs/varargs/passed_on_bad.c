// verdict: bugs
// bug: assert 29

/* A va_list handed to another function. */
#include <assert.h>
#include <stdarg.h>
int __VERIFIER_nondet_int(void);

static int vmax(int n, va_list ap) {
    int best = va_arg(ap, int);
    for (int i = 1; i < n; i++) {
        int v = va_arg(ap, int);
        if (v > best)
            best = v;
    }
    return best;
}

static int max(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int r = vmax(n, ap);
    va_end(ap);
    return r;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(max(3, 1, x, 5) <= 5);
    return 0;
}

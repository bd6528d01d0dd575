// verdict: ok
/* What va_arg reads is the caller's: the scope in which va_start was called may end before. */
#include <assert.h>
#include <stdarg.h>

static int last(int k, ...) {
    va_list list;
    for (int i = 0; i < 2; i++) {
        int v[k + i];
        v[0] = i;
        if (v[0] == 0)
            va_start(list, k);
    }
    int x = va_arg(list, int);
    va_end(list);
    return x;
}

int main(void) {
    assert(last(3, 5) == 5);
    return 0;
}

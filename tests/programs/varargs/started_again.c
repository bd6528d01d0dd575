// verdict: ok
/* va_start takes no room on the stack, however often it is called. */
#include <stdarg.h>
static int sum;

static void nop(void) { sum++; }

static void f(int n, ...) {
    for (int i = 0; i < n; i++) {
        va_list list;
        va_start(list, n);
        sum += va_arg(list, int) & 1;
        va_end(list);
        nop();
    }
}

int main(void) {
    f(600000, 1);
    return 0;
}

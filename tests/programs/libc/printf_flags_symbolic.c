// verdict: ok

/* Flags on a symbolic number cost no fork, and the length printf returns is right. */
#include <assert.h>
#include <rethread.h>
#include <stdio.h>

int main(void) {
    int x;
    rethread_symbolic(&x, sizeof x, "x");
    assert(printf("%+d\n", x) >= 3);
    int n = printf("%#x\n", (unsigned)x);
    assert(n == 2 ? x == 0 : n >= 4 && n <= 11);
    n = printf("%#o\n", (unsigned)x);
    assert(n == 2 ? x == 0 : n >= 3 && n <= 13);
    n = printf("% 5d|%-+6d|%5c|\n", x, x, x);
    assert(n >= 20);
    char buf[32];
    unsigned char c;
    rethread_symbolic(&c, sizeof c, "c");
    n = snprintf(buf, sizeof buf, "%#06x%+d% d%#o", c, c, c, c);
    assert(buf[0] == '0' && (c ? buf[1] == 'x' : buf[1] == '0'));
    assert(buf[6] == '+');
    const char *s = x > 9 ? "text" : NULL;
    n = printf("%s", s);
    assert(n == (x > 9 ? 4 : 6));
    return 0;
}

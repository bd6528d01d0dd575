// verdict: ok

/* Handlers that branch on the value that main returned: the exit code is known only after them. */
#include <rethread.h>
#include <stdlib.h>

static int x, seen;
static void handler(void) {
    if (x > 50)
        seen = 1;
}
__attribute__((destructor)) static void last(void) {
    if (x > 80)
        seen = 2;
}

int main(void) {
    rethread_symbolic(&x, sizeof x, "x");
    rethread_assume(x >= 0 && x < 100);
    atexit(handler);
    return x;
}

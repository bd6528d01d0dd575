// args: --checks assert
// verdict: bugs
// bug: assert 8
/* A destructor that fails keeps those behind it from running. */
#include <assert.h>
#include <rethread.h>
static int done, one = 1, *p;
__attribute__((destructor)) static void last(void) { assert(done == 1); }
__attribute__((destructor)) static void first(void) { one = *p; }

int main(void) {
    int x;
    rethread_symbolic(&x, sizeof x, "x");
    if (x > 0)
        p = 0;
    else
        p = &one;
    return 0;
}

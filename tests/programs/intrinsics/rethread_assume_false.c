// verdict: ok
// runs baseline: 1 0

/* A path whose assumption is false ends without a verdict. */
#include <assert.h>
#include <rethread.h>

int main(void) {
    int x;
    rethread_symbolic(&x, sizeof x, "x");
    if (x == 5) {
        rethread_assume(x != 5);
        assert(0);
    }
    return 0;
}

// verdict: ok
// runs baseline: 1 0

#include <assert.h>
#include <rethread.h>

int main(void) {
    int x;
    rethread_symbolic(&x, sizeof x, "x");
    rethread_assume(x > 10);
    rethread_assume(x < 12);
    assert(x == 11);
    return 0;
}

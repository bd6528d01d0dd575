/* A branch that is not affected may guard the change: Algorithm 2 of paper 000 drops one of its sides. Old version. */
#include <assert.h>
#include <rethread.h>

int x, y;

int main(void) {
    rethread_symbolic(&x, sizeof x, "x");
    if (x > 0)
        y = 2;
    assert(y != 1);
    return 0;
}

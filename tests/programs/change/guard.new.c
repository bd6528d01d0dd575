// changed: 14
// deleted:
// impacted: 14 15 16
// feeding: 12 13 14
/* A branch that is not affected may guard the change: Algorithm 2 of paper 000 drops one of its sides. */
#include <assert.h>
#include <rethread.h>

int x, y;

int main(void) {
    rethread_symbolic(&x, sizeof x, "x");
    if (x > 0)
        y = 1;
    assert(y != 1);
    return 0;
}

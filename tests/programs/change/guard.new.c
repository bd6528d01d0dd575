// verdict: bugs
// bug: new assert 19
// runs dpor: 2 0
// runs cia: 2 0
// changed: 18
// deleted:
// impacted: 18 19 20
// feeding: 16 17 18
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

// verdict: ok
// runs dpor: 4 0
// runs cia: 4 0
// runs scia: 0 2
// changed: 18
// deleted:
// impacted: 18 19 21 23 25 26 27
// feeding: 16 17 18
/* Paper 000, figure 5: everything hangs on the condition, but for the branch on y. */
#include <assert.h>
#include <rethread.h>

int x, y, a, b;

int main(void) {
    rethread_symbolic(&x, sizeof x, "x");
    rethread_symbolic(&y, sizeof y, "y");
    if (x >= 0)
        a = x + 2;
    else
        a = x - 2;
    if (y > 0)
        b = a + 1;
    else
        b = a - 1;
    assert(b != 0);
    return 0;
}

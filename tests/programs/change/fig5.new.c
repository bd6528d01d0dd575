// verdict: ok
// runs dpor: 4 0
// runs cia: 4 0
// changed: 17
// deleted:
// impacted: 17 18 20 22 24 25 26
// feeding: 15 16 17
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

// changed: 14
// deleted:
// impacted: 14 15 17 19 21 22 23
// feeding: 12 13 14
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

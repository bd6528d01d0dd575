// changed: 18
// deleted:
// impacted: 18 19 20
// feeding: 12 17 18
/* The first branch is outside of everything, and yet its condition must not be taken for granted. */
#include <assert.h>
#include <rethread.h>

int x, y, z;

int main(void) {
    rethread_symbolic(&x, sizeof x, "x");
    if (x > 0)
        z = 1;
    else
        z = 2;
    if (x < 0)
        y = 1;
    assert(y != 1);
    return 0;
}

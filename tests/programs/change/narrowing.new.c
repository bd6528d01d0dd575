// verdict: bugs
// bug: new assert 23
// runs dpor: 3 0
// runs cia: 2 0
// changed: 22
// deleted:
// impacted: 22 23 24
// feeding: 16 21 22
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

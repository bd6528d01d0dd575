// verdict: bugs
// bug: new assert 21
// runs dpor: 2 0
// runs cia: 2 0
// changed: 20
// deleted:
// impacted: 20 21 22
// feeding: 16 17 20
/* A branch that is not affected may guard the change, which is on its other side. */
#include <assert.h>
#include <rethread.h>

int x, y, z;

int main(void) {
    rethread_symbolic(&x, sizeof x, "x");
    if (x <= 0)
        z = 1;
    else
        y = 1;
    assert(y != 1);
    return 0;
}

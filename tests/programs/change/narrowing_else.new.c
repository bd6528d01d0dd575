// verdict: bugs
// bug: new assert 23
// runs dpor: 2 0
// runs cia: 2 0
// changed: 22
// deleted:
// impacted: 22 23 24
// feeding: 16 21 22
/* As narrowing, the sides of the first branch the other way round. */
#include <assert.h>
#include <rethread.h>

int x, y, z;

int main(void) {
    rethread_symbolic(&x, sizeof x, "x");
    if (x <= 0)
        z = 2;
    else
        z = 1;
    if (x > 0)
        y = 1;
    assert(y != 1);
    return 0;
}

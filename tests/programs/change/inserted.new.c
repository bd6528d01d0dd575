// verdict: bugs
// bug: new assert 21
// runs dpor: 2 0
// runs cia: 2 0
// changed: 18 19
// deleted:
// impacted: 18 19 21 22 23
// feeding: 16 18 19
/* Code between two instructions that are what they were: an edge changed, no instruction. */
#include <assert.h>
#include <rethread.h>

int x, y, z;

int main(void) {
    rethread_symbolic(&x, sizeof x, "x");
    z = 1;
    if (x == 3)
        y = 2;
    z = 2;
    assert(y == 0);
    assert(z == 2);
    return 0;
}

// verdict: bugs
// bug: new assert 21
// runs dpor: 3 0
// runs cia: 3 0
// changed: 18
// deleted:
// impacted: 18 19 20 21 22
// feeding: 17 18
/* Whether control gets past the exit is what changed. */
#include <assert.h>
#include <rethread.h>
#include <stdlib.h>

int x, y;

int main(void) {
    rethread_symbolic(&x, sizeof x, "x");
    if (x > 5)
        exit(0);
    y = 1;
    assert(x < 5);
    return 0;
}

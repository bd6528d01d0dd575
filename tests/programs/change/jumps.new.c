// verdict: bugs
// bug: new assert 27
// runs dpor: 2 0
// runs cia: 2 0
// changed: 19 22
// deleted:
// impacted: 19 22 25 27 28
// feeding: 16 17 19 22
/* Only jumps change, on which no instruction depends. */
#include <assert.h>
#include <rethread.h>

int x, y, z, w;

int main(void) {
    rethread_symbolic(&x, sizeof x, "x");
    if (x > 0) {
        z = 1;
        goto b;
    } else {
        w = 1;
        goto a;
    }
a:
    y = 2;
b:
    assert(y != 2 || z == 1);
    return 0;
}

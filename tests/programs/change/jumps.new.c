// changed: 15 18
// deleted:
// impacted: 15 18 21 23 24
// feeding: 12 13 15 18
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

/* Only jumps change, on which no instruction depends. Old version. */
#include <assert.h>
#include <rethread.h>

int x, y, z, w;

int main(void) {
    rethread_symbolic(&x, sizeof x, "x");
    if (x > 0) {
        z = 1;
        goto a;
    } else {
        w = 1;
        goto b;
    }
a:
    y = 2;
b:
    assert(y != 2 || z == 1);
    return 0;
}

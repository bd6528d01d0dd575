/* A branch that is not affected may guard the change, which is on its other side. Old version. */
#include <assert.h>
#include <rethread.h>

int x, y, z;

int main(void) {
    rethread_symbolic(&x, sizeof x, "x");
    if (x <= 0)
        z = 1;
    else
        y = 2;
    assert(y != 1);
    return 0;
}

/* The first branch is outside of everything, and yet its condition must not be taken for granted. Old version. */
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
        y = 2;
    assert(y != 1);
    return 0;
}

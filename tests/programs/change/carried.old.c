/* Of three bugs one is mended, one is still there although it may be affected, and one is not. Old version. */
#include <assert.h>
#include <rethread.h>

int x, y, z;

int main(void) {
    rethread_symbolic(&x, sizeof x, "x");
    rethread_symbolic(&y, sizeof y, "y");
    assert(y != 4);
    z = x;
    assert(z != 6);
    if (x == 9)
        z = 2;
    assert(z != 2 || x != 9);
    return 0;
}

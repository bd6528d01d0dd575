/* As narrowing, the sides of the first branch the other way round. Old version. */
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
        y = 2;
    assert(y != 1);
    return 0;
}

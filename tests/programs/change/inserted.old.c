/* Code between two instructions that are what they were: an edge changed, no instruction. Old version. */
#include <assert.h>
#include <rethread.h>

int x, y, z;

int main(void) {
    rethread_symbolic(&x, sizeof x, "x");
    z = 1;
    z = 2;
    assert(y == 0);
    assert(z == 2);
    return 0;
}

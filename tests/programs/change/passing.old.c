/* Whether control gets past the exit is what changed. Old version. */
#include <assert.h>
#include <rethread.h>
#include <stdlib.h>

int x, y;

int main(void) {
    rethread_symbolic(&x, sizeof x, "x");
    if (x > 3)
        exit(0);
    y = 1;
    assert(x < 5);
    return 0;
}

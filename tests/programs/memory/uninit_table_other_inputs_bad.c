// verdict: bugs
// bug: uninit 16
// bug: assert 18
/* A table of unwritten bytes that is read at an unknown place: the inputs that read the one byte that was written go on. */
#include <assert.h>
#include <rethread.h>
#include <stdlib.h>

int main(void) {
    unsigned char x, y;
    rethread_symbolic(&x, sizeof x, "x");
    rethread_symbolic(&y, sizeof y, "y");
    unsigned char *u = malloc(256);
    u[x] = 1;
    // Unwritten but for y == x.
    if (u[y] == 7)
        return 1;
    assert(x != y);
    free(u);
    return 0;
}

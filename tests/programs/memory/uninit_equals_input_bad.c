// verdict: bugs
// bug: uninit 15
// runs baseline: 1 0
// runs ag: 1 0

/* Whatever the input is, memory that nobody wrote may be that or not: nothing goes on. */
#include <rethread.h>
#include <stdlib.h>

int main(void) {
    int *v = malloc(sizeof *v);
    int x;
    rethread_symbolic(&x, sizeof x, "x");
    int found = 0;
    if (*v == x)
        found = 1;
    free(v);
    return found;
}

// args: --checks +overflow
// verdict: bugs
// bug: overflow 12
// bug: assert 19

/* The well-known comparison that overflows: it is noted, and the array is not sorted then. */
#include <assert.h>
#include <stdlib.h>
#include <rethread.h>

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    int v[2];
    rethread_symbolic(v, sizeof v, "v");
    qsort(v, 2, sizeof v[0], compare);
    assert(v[0] <= v[1]);
    return 0;
}

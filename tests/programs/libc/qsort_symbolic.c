// verdict: ok
// runs baseline: 6 0

/* Three unknown integers: one run for each of their orders. */
#include <assert.h>
#include <stdlib.h>
#include <rethread.h>

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main(void) {
    int v[3];
    rethread_symbolic(v, sizeof v, "v");
    qsort(v, 3, sizeof v[0], compare);
    assert(v[0] <= v[1]);
    assert(v[1] <= v[2]);
    return 0;
}

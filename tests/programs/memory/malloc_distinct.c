// verdict: ok

/* Two live allocations never overlap. */
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    if (!p || !q)
        return 0;
    assert(p != q);
    *p = 1;
    *q = 2;
    assert(*p == 1);
    free(p);
    free(q);
    return 0;
}

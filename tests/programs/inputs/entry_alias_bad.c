// args: --entry swap
// verdict: bugs
// bug: assert 15

/* Fails only when both pointers point to the same place. */
#include <assert.h>

void swap(int *a, int *b) {
    if (!a || !b)
        return;
    int before = *a;
    *a = *a ^ *b;
    *b = *a ^ *b;
    *a = *a ^ *b;
    assert(*b == before);
}

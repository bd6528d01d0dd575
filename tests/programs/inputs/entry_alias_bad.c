// args: --entry swap
// no-replay: an entry with pointers has no native caller
// assumption: pointers that the entry function is given
// verdict: bugs
// bug: assert 17

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

// args: --reuse-freed
// verdict: bugs
// bug: assert 14
// bug: assert 15

/* An allocation gets the freed address again, or a new one. */
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *old = malloc(sizeof *old);
    free(old);
    int *new = malloc(sizeof *new);
    assert(new != old);
    assert(new == old);
    return 0;
}

// args: --rand-symbolic
// verdict: bugs
// bug: assert 13
// no-replay: a native run has a generator of its own

/* Any value that rand can give. */
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int dice = rand() % 6 + 1;
    assert(dice >= 1 && dice <= 6);
    assert(dice != 4);
    return 0;
}

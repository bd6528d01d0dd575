// args: --entry get
// verdict: bugs
// no-replay: the native caller sets scalar globals only
// bug: assert 15
// bug: assert 16
// Statics that another function writes, directly or through a pointer, may have changed.

#include <assert.h>

static int direct[2] = {1, 2};
static int handed_out = 3;

int get(void) {
    // A failed assertion ends the path, so each needs inputs of its own.
    assert(direct[1] == 2);
    assert(handed_out == 3);
    return 0;
}

void set(int i, int x) { direct[i & 1] = x; }
int *give(void) { return &handed_out; }

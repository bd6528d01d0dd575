// args: --entry run
// no-replay: an entry with pointers has no native caller
// assumption: may point to a function outside the program
// verdict: bugs
// bug: null 27
// bug: assert 14
// A function pointer is null, one of the program's functions that fit, or one from outside.

#include <assert.h>

static int ten(int x) { (void)x; return 10; }

static int odd(int x) {
    assert(x != 7);
    return x | 1;
}

// Not of the type: never called.
static int two(int x, int y) { assert(0); return x + y; }

int (*const known[])(int) = {ten, odd};
int (*const other[])(int, int) = {two};

struct handler { int (*call)(int); };

int run(struct handler h, int x) {
    return h.call(x);
}

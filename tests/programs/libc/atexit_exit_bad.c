// verdict: bugs
// bug: assert 11

/* exit from inside a call runs them; _Exit does not. */
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static int x;
static void handler(void) {
    assert(x != 1);
}

static void leave(void) {
    if (x == 1)
        exit(3);
    _Exit(4);
}

int main(void) {
    atexit(handler);
    x = __VERIFIER_nondet_int();
    leave();
    return 0;
}

// args: --checks assert
// verdict: bugs
// bug: assert 29

/* Nothing in the branch is read by the assertion, but there is no room on the stack on one side of it. */
#include <assert.h>
#include <rethread.h>

static int never_set, used;

static void low(void) {
    char large[4 << 20];
    large[5] = 1;
    used = large[5];
}

static void high(void) {
    char large[5 << 20];
    large[5] = 1;
    used = large[5];
    low();
}

int main(void) {
    int x;
    rethread_symbolic(&x, sizeof x, "x");
    if (x > 0)
        high();
    assert(never_set == 1);
    return 0;
}

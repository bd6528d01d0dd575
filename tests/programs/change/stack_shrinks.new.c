// args: --checks assert
// verdict: bugs
// bug: new assert 28
// changed: 20
// deleted:
// impacted: 14 15 16 17 20 23 24 27 28 29
// feeding: 20 27
/* A caller leaves more of the stack, so that what it calls returns and what comes after it is come to. */
#include <assert.h>

static int never_set, used;

static void low(void) {
    char large[4 << 20];
    large[5] = 1;
    used = large[5];
}

static void high(void) {
    char large[3 << 20];
    large[5] = 1;
    used = large[5];
    low();
}

int main(void) {
    high();
    assert(never_set == 1);
    return 0;
}

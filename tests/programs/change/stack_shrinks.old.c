#include <assert.h>

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
    high();
    assert(never_set == 1);
    return 0;
}

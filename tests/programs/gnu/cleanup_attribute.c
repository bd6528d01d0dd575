// verdict: ok

#include <assert.h>

static int closed;
static void close_it(int *handle) {
    closed += *handle;
}
static void work(int h) {
    __attribute__((cleanup(close_it))) int handle = h;
    if (h > 1)
        return;
    handle = 10;
}

int main(void) {
    work(1);
    work(2);
    assert(closed == 12);
    return 0;
}

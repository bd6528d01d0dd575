// verdict: ok

/* Twenty thousand frames are well within an ordinary stack. */
#include <assert.h>

static unsigned depth(unsigned n) {
    return n == 0 ? 0 : 1 + depth(n - 1);
}

int main(void) {
    assert(depth(20000) == 20000);
    return 0;
}

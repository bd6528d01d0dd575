// args: --checks assert
// verdict: bugs
// bug: new assert 22
/* The end of a scope gives room back to the stack. Before, `low` did not fit. */
#include <assert.h>
static int never_set, used, n;

static void low(void) {
    char large[4 << 20];
    large[5] = 1;
    used = large[5];
}

int main(void) {
    n = 5 << 20;
    {
        char a[n];
        a[0] = 1;
        used = a[0];
    }
    low();
    assert(never_set == 1);
    return 0;
}

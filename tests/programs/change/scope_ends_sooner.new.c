// args: --checks assert
// verdict: bugs
// bug: new assert 26
// changed: 25
// deleted: 16
// impacted: 13 14 15 16 21 22 23 24 25 26 27
// feeding: 16 19 21 22 23 24 25
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

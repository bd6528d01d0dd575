// verdict: ok

/* glibc's numbers, so that a native run sees the same. */
#include <assert.h>
#include <stdlib.h>

int main(void) {
    assert(rand() == 1804289383 && rand() == 846930886);
    srand(42);
    assert(rand() == 71876166);
    srandom(1);
    assert(random() == 1804289383);
    unsigned seed = 1;
    assert(rand_r(&seed) == 476707713);
    srand48(1);
    assert(lrand48() == 89400484);
    return 0;
}

// changed: 12
// deleted:
// impacted: 12 14 15
// feeding: 12
/* A modified write is also one that is gone: Algorithm 3 slices it only in the new program. */
#include <assert.h>

int y, z, w;

int main(void) {
    w = 3;
    z = 1;
    assert(w == 3);
    assert(y == 1);
    return 0;
}

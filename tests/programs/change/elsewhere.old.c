/* A modified write is also one that is gone: Algorithm 3 slices it only in the new program. Old version. */
#include <assert.h>

int y, z, w;

int main(void) {
    w = 3;
    y = 1;
    assert(w == 3);
    assert(y == 1);
    return 0;
}

/* What z++ does feeds nothing, but what comes behind it has changed: Algorithm 2 keeps its old summary. Old version. */
#include <assert.h>

int y, z;

int main(void) {
    z++;
    y += 1;
    assert(y != 2);
    return 0;
}

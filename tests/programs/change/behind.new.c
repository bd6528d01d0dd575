// changed: 12
// deleted:
// impacted: 12 13 14
// feeding: 12
/* What z++ does feeds nothing, but what comes behind it has changed: Algorithm 2 keeps its old summary. */
#include <assert.h>

int y, z;

int main(void) {
    z++;
    y += 2;
    assert(y != 2);
    return 0;
}

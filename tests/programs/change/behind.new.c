// verdict: bugs
// bug: new assert 17
// runs dpor: 1 0
// runs cia: 1 0
// changed: 16
// deleted:
// impacted: 16 17 18
// feeding: 16
/* What z++ does feeds nothing, but what comes behind it has changed: Algorithm 2 keeps its old summary. */
#include <assert.h>

int y, z;

int main(void) {
    z++;
    y += 2;
    assert(y != 2);
    return 0;
}

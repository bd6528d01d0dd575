// verdict: bugs
// bug: new assert 18
// runs dpor: 1 0
// runs cia: 1 0
// changed: 16
// deleted:
// impacted: 16 18 19
// feeding: 16
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

// verdict: bugs
// bug: new assert 16
// runs dpor: 1 0
// runs cia: 1 0
// changed:
// deleted: 8
// impacted: 16 17
// feeding:
/* A write that is gone: the one before it is seen. */
#include <assert.h>

int y;

int main(void) {
    y = 1;
    assert(y == 0);
    return 0;
}

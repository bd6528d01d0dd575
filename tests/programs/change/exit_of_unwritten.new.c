// verdict: bugs
// bug: fixed uninit 12
// bug: new assert 13
// changed: 18
// deleted:
// impacted: 13 14 18 19
// feeding: 18
/* exit looks at its code before anything that it calls. */
#include <assert.h>
#include <stdlib.h>
static int done, code;
__attribute__((destructor)) static void last(void) {
    assert(done == 1);
}

int main(void) {
    int result;
    code = 1;
    exit(code);
}

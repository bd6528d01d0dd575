// verdict: bugs
// bug: fixed uninit 12
// bug: new assert 9
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

// verdict: bugs
// bug: fixed uninit 13
// bug: new assert 15
// changed: 21
// deleted:
// impacted: 15 16 20 21
// feeding: 15 20 21
/* The exit code is written at last, so that the process comes to what runs at its end. */
#include <assert.h>
#include <stdlib.h>

static int done;

static void last(void) {
    assert(done == 1);
}

int main(void) {
    int result = 0;
    atexit(last);
    return result;
}

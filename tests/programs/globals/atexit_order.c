// verdict: ok

/* Handlers run in reverse order of registration. */
#include <assert.h>
#include <stdlib.h>

static int n;
static void runs_last(void) {
    assert(n == 1);
}
static void runs_first(void) {
    n = 1;
}

int main(void) {
    atexit(runs_last);
    atexit(runs_first);
    return 0;
}

#include <assert.h>
#include <stdlib.h>

static int done;

static void last(void) {
    assert(done == 1);
}

int main(void) {
    int result;
    atexit(last);
    return result;
}

// verdict: ok

/* Newest first, each once, also after a return from main. */
#include <assert.h>
#include <stdlib.h>

static int calls;
static void last(void) { assert(calls++ == 2); }
static void middle(void) { assert(calls++ == 1); }
static void first(void) { assert(calls++ == 0); }

int main(void) {
    atexit(last);
    atexit(middle);
    atexit(first);
    return 0;
}

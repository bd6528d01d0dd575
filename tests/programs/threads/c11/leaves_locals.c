// args: --checks race
// verdict: bugs
// bug: race 14 23
/* A thread that ends itself takes its variables with it, as a return does: whoever still has the address of one must not use it. */
#include <stdatomic.h>
#include <threads.h>

static int *_Atomic shared;
static int seen;

static int worker(void *arg) {
    int *there = shared;
    if (there)
        seen = *there;
    return arg != 0;
}

int main(void) {
    thrd_t t;
    int mine = 0;
    thrd_create(&t, worker, 0);
    shared = &mine;
    thrd_exit(0);
}

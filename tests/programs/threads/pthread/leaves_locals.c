// args: --checks race
// verdict: bugs
// bug: race 14 23
/* A thread that ends itself takes its variables with it, as a return does: whoever still has the address of one must not use it. */
#include <pthread.h>
#include <stdatomic.h>

static int *_Atomic shared;
static int seen;

static void *worker(void *arg) {
    int *there = shared;
    if (there)
        seen = *there;
    return arg;
}

int main(void) {
    pthread_t t;
    int mine = 0;
    pthread_create(&t, 0, worker, 0);
    shared = &mine;
    pthread_exit(0);
}

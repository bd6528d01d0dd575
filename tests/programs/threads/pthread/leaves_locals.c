// verdict: bugs
// bug: invalid-free 12
// bug: race 12 21
/* A thread that ends itself takes its variables with it, as a return does: whoever still has the address of one must not use it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic shared;

static void *worker(void *arg) {
    free(shared);
    return arg;
}

int main(void) {
    pthread_t t;
    int mine = 0;
    pthread_create(&t, 0, worker, 0);
    shared = &mine;
    pthread_exit(0);
}

/* A copy of memory that nobody wrote to: nothing decides on it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic int slot;

static void *worker(void *arg) {
    int *fresh = malloc(sizeof *fresh);
    slot = *fresh;
    free(fresh);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    return 0;
}

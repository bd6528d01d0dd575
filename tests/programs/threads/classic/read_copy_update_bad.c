// verdict: bugs
// bug: use-after-free 16
// bug: race 16 28

/* The writer frees the old copy at once: the reader may still be at it. Where it is not yet freed, nothing orders
   the read before the free: a race. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) current;

static void *reader(void *arg) {
    int *p = current;
    assert(*p > 0);
    return arg;
}

int main(void) {
    pthread_t t;
    int *old = malloc(sizeof *old), *new = malloc(sizeof *new);
    *old = 1;
    *new = 2;
    current = old;
    pthread_create(&t, 0, reader, 0);
    current = new;
    free(old);
    pthread_join(t, 0);
    free(new);
    return 0;
}

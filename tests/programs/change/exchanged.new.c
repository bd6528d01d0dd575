// verdict: bugs
// bug: new uninit 17
// changed: 17
// deleted:
// impacted: 17 18 19 24 25 26 27
// feeding: 15 16 17 23 24
/* An exchange decides on what it finds: that nobody wrote it is an error at the exchange, which is a check for that reason alone. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic int slot;

static void *worker(void *arg) {
    int *fresh = malloc(sizeof *fresh);
    slot = *fresh;
    __sync_val_compare_and_swap((int *)&slot, 3, 4);
    free(fresh);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    return 0;
}

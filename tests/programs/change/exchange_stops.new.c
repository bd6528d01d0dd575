// verdict: bugs
// bug: fixed uninit 13
// bug: new assert 29
// changed:
// deleted: 12
// impacted: 20 21 22 27 28 29 30 31
// feeding: 19 26 27
/* The exchange finds what was written, and what comes after the thread is come to at last: whether an exchange lets its thread go on depends on
   what it finds. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic int slot = 1;
static int done;

static void *worker(void *arg) {
    int *fresh = malloc(sizeof *fresh);
    __sync_val_compare_and_swap((int *)&slot, 3, 4);
    free(fresh);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    assert(done == 1);
    return 0;
}

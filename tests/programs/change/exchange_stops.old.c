/* What nobody wrote reaches an exchange, which stops its thread: main waits for it in vain. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic int slot = 1;
static int done;

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
    assert(done == 1);
    return 0;
}

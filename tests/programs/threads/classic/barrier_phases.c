// verdict: ok

/* Two threads, each writes its own cell, then reads the other's after a barrier: no race, no old value. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_barrier_t barrier;
static int cell[2];

static void *phase(void *arg) {
    int me = (int)(intptr_t)arg;
    cell[me] = me + 1;
    pthread_barrier_wait(&barrier);
    assert(cell[1 - me] == 2 - me);
    return 0;
}

int main(void) {
    pthread_t t[2];
    pthread_barrier_init(&barrier, 0, 2);
    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&t[i], 0, phase, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    pthread_barrier_destroy(&barrier);
    return 0;
}

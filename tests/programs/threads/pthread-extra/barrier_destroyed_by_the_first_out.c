// verdict: ok

/* Whoever is told to be the serial thread may destroy the barrier at once, also if others have not left yet. */
#include <pthread.h>
#include <stdlib.h>

static pthread_barrier_t *barrier;

static void *pass(void *arg) {
    if (pthread_barrier_wait(barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
        pthread_barrier_destroy(barrier);
        free(barrier);
    }
    return arg;
}

int main(void) {
    pthread_t t[2];
    barrier = malloc(sizeof *barrier);
    pthread_barrier_init(barrier, 0, 2);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, pass, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}

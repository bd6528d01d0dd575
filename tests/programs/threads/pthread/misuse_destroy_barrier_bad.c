// verdict: bugs
// bug: lock-misuse 19
// bug: lock-misuse 11

/* Destroying a barrier at which a thread waits, or is about to: then it waits at something that is gone. */
#include <pthread.h>

static pthread_barrier_t barrier;

static void *arrive(void *arg) {
    pthread_barrier_wait(&barrier);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&t, 0, arrive, 0);
    pthread_barrier_destroy(&barrier);
    pthread_join(t, 0);
    return 0;
}

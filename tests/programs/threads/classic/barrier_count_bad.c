// verdict: bugs
// bug: deadlock 20

/* A barrier for three with two threads: nobody passes. */
#include <pthread.h>

static pthread_barrier_t barrier;

static void *phase(void *arg) {
    pthread_barrier_wait(&barrier);
    return arg;
}

int main(void) {
    pthread_t t[2];
    pthread_barrier_init(&barrier, 0, 3);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, phase, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}

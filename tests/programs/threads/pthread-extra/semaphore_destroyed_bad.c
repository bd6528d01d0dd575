// verdict: bugs
// bug: lock-misuse 11

/* A thread that waits for a semaphore which is destroyed meanwhile. */
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *wait_for_it(void *arg) {
    sem_wait(&s);
    return arg;
}

int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, wait_for_it, 0);
    sem_destroy(&s);
    pthread_join(t, 0);
    return 0;
}

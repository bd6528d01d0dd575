// verdict: bugs
// bug: lock-misuse 11
// bug: deadlock 18

/* A thread may come to a semaphore before it is initialised, or after that: then it waits for good. */
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *wait(void *arg) { return sem_wait(&s) ? 0 : arg; }

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, wait, 0);
    sem_init(&s, 0, 0);
    // Nobody posts.
    pthread_join(t, 0);
    return 0;
}

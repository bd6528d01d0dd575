// verdict: bugs
// bug: assert 30

/* The same by somebody who does not believe that the cancelled thread can have come first. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_t worker;
static sem_t s;

static void *work(void *arg) {
    sem_wait(&s);
    return arg;
}

static void *wait_for_it(void *arg) {
    pthread_join(worker, 0);
    return arg;
}

int main(void) {
    pthread_t t;
    void *value;
    sem_init(&s, 0, 1);
    pthread_create(&worker, 0, work, 0);
    pthread_create(&t, 0, wait_for_it, 0);
    pthread_cancel(t);
    pthread_join(t, &value);
    assert(value == PTHREAD_CANCELED);
    return 0;
}

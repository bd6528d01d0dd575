// verdict: ok

/* Sleeping is a cancellation point, in all its forms; so is sem_timedwait. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static sem_t s;

static void *work(void *arg) {
    struct timespec a_while = {0, 1};
    int old;
    assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old) == 0 && old == PTHREAD_CANCEL_DEFERRED);
    assert(pthread_setcancelstate(7, &old) != 0);
    sleep(1);
    usleep(1);
    nanosleep(&a_while, 0);
    clock_nanosleep(CLOCK_MONOTONIC, 0, &a_while, 0);
    thrd_sleep(&a_while, 0);
    sem_timedwait(&s, &a_while);
    return arg;
}

int main(void) {
    pthread_t t;
    void *value;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, work, 0);
    pthread_cancel(t);
    pthread_join(t, &value);
    assert(value == 0 || value == PTHREAD_CANCELED);
    return 0;
}

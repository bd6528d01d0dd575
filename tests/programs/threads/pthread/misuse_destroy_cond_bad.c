// verdict: bugs
// bug: lock-misuse 26

/* Destroying a condition variable with a waiter: once main has the mutex, the thread is surely waiting. */
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t locked;

static void *wait_for_it(void *arg) {
    pthread_mutex_lock(&m);
    sem_post(&locked);
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    sem_init(&locked, 0, 0);
    pthread_create(&t, 0, wait_for_it, 0);
    sem_wait(&locked);
    pthread_mutex_lock(&m);
    pthread_cond_destroy(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}

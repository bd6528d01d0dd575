// verdict: bugs
// bug: assert 19
// bug: assert 27

/* A signal may wake either of two waiters: both assertions, that it was not this one, fail in some run. Main has the
   mutex only after both have given it back by waiting. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t locked;

static void *first(void *arg) {
    pthread_mutex_lock(&m);
    sem_post(&locked);
    pthread_cond_wait(&c, &m);
    assert(!"the first was woken");
    return arg;
}

static void *second(void *arg) {
    pthread_mutex_lock(&m);
    sem_post(&locked);
    pthread_cond_wait(&c, &m);
    assert(!"the second was woken");
    return arg;
}

int main(void) {
    pthread_t a, b;
    sem_init(&locked, 0, 0);
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    sem_wait(&locked);
    sem_wait(&locked);
    pthread_mutex_lock(&m);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

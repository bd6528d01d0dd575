// verdict: ok

/* A condition variable made at run time; a signal wakes the waiter, which then holds the mutex again. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c;
static int ready;

static void *set(void *arg) {
    pthread_mutex_lock(&m);
    ready = 1;
    assert(pthread_cond_signal(&c) == 0);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    assert(pthread_cond_init(&c, 0) == 0);
    assert(pthread_cond_signal(&c) == 0);
    pthread_create(&t, 0, set, 0);
    pthread_mutex_lock(&m);
    while (!ready)
        assert(pthread_cond_wait(&c, &m) == 0);
    assert(pthread_mutex_trylock(&m) == EBUSY);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    assert(pthread_cond_destroy(&c) == 0);
    return 0;
}

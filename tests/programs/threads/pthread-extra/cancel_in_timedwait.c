// verdict: ok

/* A timed wait ends by the clock, by a signal, or by cancellation; the mutex is held again in all three cases. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int cleaned;

static void clean(void *arg) {
    cleaned = 1;
    assert(pthread_mutex_unlock(arg) == 0);
}

static void *work(void *arg) {
    struct timespec when = {0, 0};
    pthread_mutex_lock(&m);
    pthread_cleanup_push(clean, &m);
    int answer = pthread_cond_timedwait(&c, &m, &when);
    assert(answer == 0 || answer == ETIMEDOUT);
    pthread_cleanup_pop(0);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    void *value;
    pthread_create(&t, 0, work, 0);
    pthread_cond_signal(&c);
    pthread_cancel(t);
    pthread_join(t, &value);
    assert(cleaned == (value == PTHREAD_CANCELED));
    assert(pthread_mutex_trylock(&m) == 0);
    return 0;
}

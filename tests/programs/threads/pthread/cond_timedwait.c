// verdict: ok

/* A timed wait ends by the signal or by the clock; in both cases the mutex is held, and the flag decides. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *set(void *arg) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    struct timespec when = {0, 0};
    pthread_create(&t, 0, set, 0);
    pthread_mutex_lock(&m);
    int answer = 0;
    if (!ready)
        answer = pthread_cond_timedwait(&c, &m, &when);
    assert(answer == 0 || answer == ETIMEDOUT);
    assert(answer == ETIMEDOUT || ready);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}

// verdict: bugs
// bug: assert 21

/* Whoever believes that a timed lock always succeeds is told. */
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *hold(void *arg) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    struct timespec when = {0, 0};
    pthread_create(&t, 0, hold, 0);
    assert(pthread_mutex_timedlock(&m, &when) == 0);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}

// verdict: bugs
// bug: assert 30

/* The time may come just before the signal: the waiter then says ETIMEDOUT although what it waited for is there. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

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
    int answer = 0;
    pthread_create(&t, 0, set, 0);
    pthread_mutex_lock(&m);
    while (!ready && answer == 0)
        answer = pthread_cond_timedwait(&c, &m, &when);
    if (answer == ETIMEDOUT)
        assert(!ready);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}

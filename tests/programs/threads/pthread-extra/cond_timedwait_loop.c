// verdict: ok

/* A loop that waits with a time limit and does not care about it ends all the same: waking up to find nothing changed
   is no progress, and meanwhile the mutex is free. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *set(void *arg) {
    pthread_mutex_lock(&m);
    ready = 1; /* and no signal */
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    struct timespec when = {0, 0};
    pthread_create(&t, 0, set, 0);
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_timedwait(&c, &m, &when);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    assert(ready);
    return 0;
}

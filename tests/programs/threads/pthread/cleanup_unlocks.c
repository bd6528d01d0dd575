// verdict: ok

/* The usual use of a cleanup handler: a thread cancelled in pthread_cond_wait holds the mutex again when the handler
   runs, and gives it back. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void unlock(void *arg) {
    assert(pthread_mutex_unlock(arg) == 0);
}

static void *work(void *arg) {
    pthread_mutex_lock(&m);
    pthread_cleanup_push(unlock, &m);
    for (;;)
        pthread_cond_wait(&c, &m);
    pthread_cleanup_pop(1);
    return arg;
}

int main(void) {
    pthread_t t;
    void *value;
    pthread_create(&t, 0, work, 0);
    pthread_cancel(t);
    pthread_join(t, &value);
    assert(value == PTHREAD_CANCELED);
    assert(pthread_mutex_lock(&m) == 0);
    pthread_mutex_unlock(&m);
    return 0;
}

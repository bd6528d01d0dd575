// verdict: ok

/* A thread that joins another is cancelled, or gets its result first; who is not joined can be joined by others. */
#include <assert.h>
#include <pthread.h>

static pthread_t worker;

static void *work(void *arg) {
    return arg;
}

static void *wait_for_it(void *arg) {
    pthread_join(worker, 0);
    return arg;
}

int main(void) {
    pthread_t t;
    void *value;
    pthread_create(&worker, 0, work, 0);
    pthread_create(&t, 0, wait_for_it, 0);
    pthread_cancel(t);
    pthread_join(t, &value);
    assert(value == 0 || value == PTHREAD_CANCELED);
    if (value == PTHREAD_CANCELED)
        assert(pthread_join(worker, 0) == 0);
    return 0;
}

// verdict: ok

/* Deferred cancellation acts at a cancellation point only: the steps between two are all done or none is. */
#include <assert.h>
#include <pthread.h>

static int a, b;

static void *work(void *arg) {
    pthread_testcancel();
    a = 1;
    b = 1;
    pthread_testcancel();
    return arg;
}

int main(void) {
    pthread_t t;
    void *value;
    pthread_create(&t, 0, work, 0);
    pthread_cancel(t);
    pthread_join(t, &value);
    assert(a == b);
    assert(value == PTHREAD_CANCELED || (value == 0 && a == 1));
    return 0;
}

// verdict: ok

/* With cancelling disabled a request waits; enabled again, it acts at the next cancellation point. */
#include <assert.h>
#include <pthread.h>

static int done;

static void *work(void *arg) {
    int old;
    assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0 && old == PTHREAD_CANCEL_ENABLE);
    pthread_testcancel();
    done = 1;
    assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old) == 0 && old == PTHREAD_CANCEL_DISABLE);
    pthread_testcancel();
    return arg;
}

int main(void) {
    pthread_t t;
    void *value;
    pthread_create(&t, 0, work, 0);
    pthread_cancel(t);
    pthread_join(t, &value);
    assert(done == 1);
    assert(value == PTHREAD_CANCELED || value == 0);
    return 0;
}

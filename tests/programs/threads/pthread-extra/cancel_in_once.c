// verdict: ok

/* If the thread that runs the routine of pthread_once is cancelled in it, the next one runs it again. */
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int begun, done;

static void init(void) {
    begun++;
    pthread_testcancel();
    done++;
}

static void *work(void *arg) {
    pthread_once(&once, init);
    return arg;
}

int main(void) {
    pthread_t t;
    void *value;
    pthread_create(&t, 0, work, 0);
    pthread_cancel(t);
    pthread_join(t, &value);
    assert(begun == 1);
    pthread_once(&once, init);
    assert(done == 1 && begun == (value == PTHREAD_CANCELED ? 2 : 1));
    return 0;
}

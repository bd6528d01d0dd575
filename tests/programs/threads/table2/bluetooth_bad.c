// verdict: bugs
// bug: assert 36
// runs baseline: 465 0
// runs dpor: 8 0
// runs ag: 3 5
// runs ag-assert: 2 3

/* bluetooth with its counter under a mutex, as the tests of that paper have it: the stopped driver is used. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int pending = 1;
static atomic_int stopping, stop_event, stopped;

static int enter(void) {
    if (stopping)
        return -1;
    pthread_mutex_lock(&m);
    pending++;
    pthread_mutex_unlock(&m);
    return 0;
}

static void leave(void) {
    pthread_mutex_lock(&m);
    int left = --pending;
    pthread_mutex_unlock(&m);
    if (left == 0)
        stop_event = 1;
}

static void *add(void *arg) {
    if (enter() == 0) {
        assert(!stopped);
        leave();
    }
    return arg;
}

static void *stop(void *arg) {
    stopping = 1;
    leave();
    while (!stop_event)
        ;
    stopped = 1;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, stop, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

/* bluetooth, v3 against v0: a driver that is already being stopped is not stopped again.
   Kind: 1 guard added. Effect: none. */
#include <assert.h>
#include <pthread.h>
#include <rethread.h>
#include <stdatomic.h>

enum { REQUESTS = 5 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int pending = 1;
static atomic_int stopping, stop_event, stopped;
static char kind[REQUESTS];
static int bytes_read, bytes_written;

static void leave(void) {
    pthread_mutex_lock(&m);
    int left = --pending;
    pthread_mutex_unlock(&m);
    if (left == 0)
        stop_event = 1;
}

static int enter(void) {
    pthread_mutex_lock(&m);
    pending++;
    pthread_mutex_unlock(&m);
    if (stopping) {
        leave();
        return -1;
    }
    return 0;
}

static void *serve(void *arg) {
    for (int i = 0; i < REQUESTS; i++) {
        if (enter() != 0)
            return arg;
        assert(!stopped);
        if (kind[i] == 'r')
            bytes_read++;
        else
            bytes_written += 2;
        leave();
    }
    return arg;
}

static void *stop(void *arg) {
    if (!stopping)
        stopping = 1;
    leave();
    while (!stop_event)
        ;
    stopped = 1;
    return arg;
}

int main(void) {
    pthread_t a, b;
    rethread_symbolic(kind, sizeof kind, "kind");
    pthread_create(&a, 0, serve, 0);
    pthread_create(&b, 0, stop, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(bytes_read + bytes_written <= 2 * REQUESTS);
    return 0;
}

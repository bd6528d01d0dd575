// verdict: bugs
// bug: assert 21

/* The Bluetooth driver as published: it looks at the stopping flag before it takes its reference, and the driver
   can be stopped in between. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int pending = 1, stopping, stop_event, stopped;

static void leave(void) {
    if (atomic_fetch_sub(&pending, 1) == 1)
        stop_event = 1;
}

static void *add(void *arg) {
    if (stopping)
        return arg;
    atomic_fetch_add(&pending, 1);
    assert(!stopped);
    leave();
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
    pthread_t s, a;
    pthread_create(&s, 0, stop, 0);
    pthread_create(&a, 0, add, 0);
    pthread_join(s, 0);
    pthread_join(a, 0);
    return 0;
}

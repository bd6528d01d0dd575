// verdict: ok

/* Exactly one of those who pass a barrier is told PTHREAD_BARRIER_SERIAL_THREAD; a barrier can be passed again. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static atomic_int serial;

static void *pass(void *arg) {
    for (int round = 0; round < 2; round++) {
        int answer = pthread_barrier_wait(&barrier);
        assert(answer == 0 || answer == PTHREAD_BARRIER_SERIAL_THREAD);
        if (answer == PTHREAD_BARRIER_SERIAL_THREAD)
            serial++;
    }
    return arg;
}

int main(void) {
    pthread_t t;
    assert(pthread_barrier_init(&barrier, 0, 2) == 0);
    pthread_create(&t, 0, pass, 0);
    pass(0);
    pthread_join(t, 0);
    assert(serial == 2);
    assert(pthread_barrier_destroy(&barrier) == 0);
    return 0;
}

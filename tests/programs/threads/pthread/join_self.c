// verdict: ok

/* Joining oneself: POSIX leaves it open and recommends EDEADLK, which is what the C library answers, in main and in a
   thread. The thread can still be joined after it. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *work(void *arg) {
    assert(pthread_join(pthread_self(), 0) == EDEADLK);
    return arg;
}

int main(void) {
    pthread_t t;
    assert(pthread_join(pthread_self(), 0) == EDEADLK);
    pthread_create(&t, 0, work, 0);
    assert(pthread_join(t, 0) == 0);
    return 0;
}

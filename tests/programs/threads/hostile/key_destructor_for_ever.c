// verdict: ok

/* A destructor that always sets its key again: it is called PTHREAD_DESTRUCTOR_ITERATIONS times, not for ever. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>

static pthread_key_t key;
static int calls;

static void again(void *arg) {
    calls++;
    pthread_setspecific(key, arg);
}

static void *work(void *arg) {
    pthread_setspecific(key, &calls);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_key_create(&key, again);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(calls == PTHREAD_DESTRUCTOR_ITERATIONS);
    return 0;
}

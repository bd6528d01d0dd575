// verdict: ok

/* A destructor that sets the value again is called again, at most PTHREAD_DESTRUCTOR_ITERATIONS times. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>

static pthread_key_t key;
static int calls;

static void again(void *arg) {
    if (++calls < 3)
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
    assert(calls == 3);
    return 0;
}

// verdict: ok

/* A deleted key has no destructor to call, and setting it is refused. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_key_t key;
static int calls;

static void never(void *arg) {
    (void)arg;
    calls++;
}

static void *work(void *arg) {
    pthread_setspecific(key, &calls);
    assert(pthread_key_delete(key) == 0);
    assert(pthread_setspecific(key, &calls) == EINVAL);
    assert(pthread_key_delete(key) == EINVAL);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_key_create(&key, never);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(calls == 0);
    return 0;
}

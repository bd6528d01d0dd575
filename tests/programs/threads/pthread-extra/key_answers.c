// verdict: ok

/* Keys: there are 1024 at a time; values without a destructor are dropped; unknown keys are refused. */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>

static pthread_key_t plain;

static void *work(void *arg) {
    assert(pthread_setspecific(plain, &plain) == 0);
    return arg;
}

int main(void) {
    pthread_key_t key = 0;
    pthread_t t;
    int made = 0;
    assert(pthread_setspecific(1000000, &key) == EINVAL);
    assert(pthread_getspecific(1000000) == 0);
    assert(pthread_key_delete(1000000) == EINVAL);
    while (pthread_key_create(&key, 0) == 0)
        made++;
    assert(made == PTHREAD_KEYS_MAX);
    assert(pthread_key_delete(key) == 0);
    assert(pthread_key_create(&plain, 0) == 0);
    assert(pthread_setspecific(plain, &made) == 0);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(pthread_getspecific(plain) == &made);
    return 0;
}

// verdict: ok

/* A normal mutex made at run time: lock, trylock by another thread, unlock, destroy, and init again. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;

static void *try_it(void *arg) {
    assert(pthread_mutex_trylock(&m) == EBUSY);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_mutexattr_t attr;
    int type;
    assert(pthread_mutexattr_init(&attr) == 0);
    assert(pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_NORMAL) == 0);
    assert(pthread_mutexattr_gettype(&attr, &type) == 0 && type == PTHREAD_MUTEX_NORMAL);
    assert(pthread_mutex_init(&m, &attr) == 0);
    assert(pthread_mutexattr_destroy(&attr) == 0);
    assert(pthread_mutex_lock(&m) == 0);
    pthread_create(&t, 0, try_it, 0);
    pthread_join(t, 0);
    assert(pthread_mutex_trylock(&m) == EBUSY);
    assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_trylock(&m) == 0);
    assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_destroy(&m) == 0);
    assert(pthread_mutex_init(&m, 0) == 0);
    assert(pthread_mutex_destroy(&m) == 0);
    return 0;
}

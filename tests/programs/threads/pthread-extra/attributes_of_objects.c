// verdict: ok

/* Attributes of mutexes, read-write locks and barriers. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
    pthread_mutexattr_t m;
    pthread_rwlockattr_t r;
    pthread_barrierattr_t b;
    int value;
    assert(pthread_mutexattr_init(&m) == 0);
    assert(pthread_mutexattr_gettype(&m, &value) == 0 && value == PTHREAD_MUTEX_DEFAULT);
    assert(pthread_mutexattr_settype(&m, 17) == EINVAL);
    assert(pthread_mutexattr_settype(&m, PTHREAD_MUTEX_ERRORCHECK) == 0);
    assert(pthread_mutexattr_getpshared(&m, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
    assert(pthread_mutexattr_setpshared(&m, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_mutexattr_setpshared(&m, 5) == EINVAL);
    assert(pthread_mutexattr_getpshared(&m, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
    assert(pthread_mutexattr_getrobust(&m, &value) == 0 && value == PTHREAD_MUTEX_STALLED);
    assert(pthread_mutexattr_setrobust(&m, PTHREAD_MUTEX_ROBUST) == 0);
    assert(pthread_mutexattr_getrobust(&m, &value) == 0 && value == PTHREAD_MUTEX_ROBUST);
    assert(pthread_mutexattr_setrobust(&m, PTHREAD_MUTEX_STALLED) == 0);
    assert(pthread_mutexattr_getprotocol(&m, &value) == 0 && value == PTHREAD_PRIO_NONE);
    assert(pthread_mutexattr_setprotocol(&m, PTHREAD_PRIO_INHERIT) == 0);
    assert(pthread_mutexattr_getprotocol(&m, &value) == 0 && value == PTHREAD_PRIO_INHERIT);
    assert(pthread_mutexattr_setprotocol(&m, PTHREAD_PRIO_NONE) == 0);
    assert(pthread_mutexattr_setprioceiling(&m, 1000) == EINVAL);
    assert(pthread_mutexattr_setprioceiling(&m, 7) == 0);
    assert(pthread_mutexattr_getprioceiling(&m, &value) == 0 && value == 7);
    assert(pthread_mutexattr_gettype(&m, &value) == 0 && value == PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_t mutex;
    assert(pthread_mutex_init(&mutex, &m) == 0);
    assert(pthread_mutex_unlock(&mutex) == EPERM);
    assert(pthread_mutexattr_destroy(&m) == 0);

    assert(pthread_rwlockattr_init(&r) == 0);
    assert(pthread_rwlockattr_setpshared(&r, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_rwlockattr_getpshared(&r, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
    assert(pthread_rwlockattr_setkind_np(&r, PTHREAD_RWLOCK_PREFER_WRITER_NP) == 0);
    assert(pthread_rwlockattr_getkind_np(&r, &value) == 0 && value == PTHREAD_RWLOCK_PREFER_WRITER_NP);
    assert(pthread_rwlockattr_setkind_np(&r, 8) == EINVAL);
    assert(pthread_rwlockattr_destroy(&r) == 0);

    assert(pthread_barrierattr_init(&b) == 0);
    assert(pthread_barrierattr_setpshared(&b, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_barrierattr_getpshared(&b, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
    assert(pthread_barrierattr_destroy(&b) == 0);
    return 0;
}

// verdict: ok

/* What read-write locks answer: a writer that locks again is told EDEADLK, readers may read again. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock;

static void *other(void *arg) {
    struct timespec past = {0, 0}, none = {0, 1000000000};
    int writing = *(int *)arg;
    if (writing) {
        assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
        assert(pthread_rwlock_timedrdlock(&lock, &past) == ETIMEDOUT);
        assert(pthread_rwlock_timedrdlock(&lock, &none) == EINVAL);
        assert(pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &past) == ETIMEDOUT);
    } else {
        assert(pthread_rwlock_tryrdlock(&lock) == 0);
        assert(pthread_rwlock_unlock(&lock) == 0);
        assert(pthread_rwlock_timedrdlock(&lock, &past) == 0);
        assert(pthread_rwlock_unlock(&lock) == 0);
        assert(pthread_rwlock_clockrdlock(&lock, CLOCK_REALTIME, &past) == 0);
        assert(pthread_rwlock_unlock(&lock) == 0);
    }
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
    assert(pthread_rwlock_timedwrlock(&lock, &past) == ETIMEDOUT);
    assert(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &past) == ETIMEDOUT);
    assert(pthread_rwlock_clockwrlock(&lock, 77, &past) == EINVAL);
    return 0;
}

static void ask(int writing) {
    pthread_t t;
    pthread_create(&t, 0, other, &writing);
    pthread_join(t, 0);
}

int main(void) {
    struct timespec past = {0, 0}, none = {0, -5};
    assert(pthread_rwlock_init(&lock, 0) == 0);
    assert(pthread_rwlock_timedwrlock(&lock, &none) == EINVAL);
    assert(pthread_rwlock_wrlock(&lock) == 0);
    assert(pthread_rwlock_wrlock(&lock) == EDEADLK);
    assert(pthread_rwlock_rdlock(&lock) == EDEADLK);
    assert(pthread_rwlock_timedwrlock(&lock, &past) == EDEADLK);
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
    assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
    ask(1);
    assert(pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_rdlock(&lock) == 0);
    assert(pthread_rwlock_rdlock(&lock) == 0);
    ask(0);
    assert(pthread_rwlock_unlock(&lock) == 0);
    ask(0);
    assert(pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &past) == 0);
    assert(pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_destroy(&lock) == 0);
    return 0;
}

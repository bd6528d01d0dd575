// verdict: ok

/* Read-write locks: many readers or one writer, with try forms. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock;

static void *while_read(void *arg) {
    assert(pthread_rwlock_tryrdlock(&lock) == 0);
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
    assert(pthread_rwlock_unlock(&lock) == 0);
    return arg;
}

static void *while_written(void *arg) {
    assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
    return arg;
}

int main(void) {
    pthread_t t;
    assert(pthread_rwlock_init(&lock, 0) == 0);
    assert(pthread_rwlock_rdlock(&lock) == 0);
    pthread_create(&t, 0, while_read, 0);
    pthread_join(t, 0);
    assert(pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_wrlock(&lock) == 0);
    pthread_create(&t, 0, while_written, 0);
    pthread_join(t, 0);
    assert(pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_trywrlock(&lock) == 0);
    assert(pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_destroy(&lock) == 0);
    return 0;
}

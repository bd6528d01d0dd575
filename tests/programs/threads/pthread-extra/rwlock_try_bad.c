// verdict: bugs
// bug: assert 24
// bug: assert 25

/* Whether a try to write succeeds depends on readers, and the other way round: both answers are found. */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *read_it(void *arg) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, read_it, 0);
    int busy = pthread_rwlock_trywrlock(&lock);
    if (!busy)
        pthread_rwlock_unlock(&lock);
    pthread_join(t, 0);
    assert(!busy);
    assert(busy);
    return 0;
}

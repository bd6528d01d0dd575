// verdict: ok

/* Timed forms: they get the lock or time out. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int data;

static void *write_it(void *arg) {
    pthread_rwlock_wrlock(&lock);
    data++;
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    struct timespec when = {0, 0};
    pthread_create(&t, 0, write_it, 0);
    int answer = pthread_rwlock_timedrdlock(&lock, &when);
    assert(answer == 0 || answer == ETIMEDOUT);
    if (answer == 0) {
        assert(data == 0 || data == 1);
        pthread_rwlock_unlock(&lock);
    }
    answer = pthread_rwlock_timedwrlock(&lock, &when);
    assert(answer == 0 || answer == ETIMEDOUT);
    if (answer == 0) {
        data++;
        pthread_rwlock_unlock(&lock);
    }
    pthread_join(t, 0);
    assert(data == (answer == 0 ? 2 : 1));
    return 0;
}

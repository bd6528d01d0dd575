// verdict: bugs
// bug: lock-misuse 10

/* Unlocking a read-write lock that nobody holds. */
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
    pthread_rwlock_unlock(&lock);
    return 0;
}

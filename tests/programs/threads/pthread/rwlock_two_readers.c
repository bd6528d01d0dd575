// verdict: ok

/* Two readers are inside together: each waits for the other at a barrier while it holds the lock for reading. */
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t both;

static void *read_it(void *arg) {
    pthread_rwlock_rdlock(&lock);
    pthread_barrier_wait(&both);
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t[2];
    pthread_barrier_init(&both, 0, 2);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, read_it, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}

// verdict: bugs
// bug: deadlock 26

/* A reader that wants to write without letting go: two of them wait for each other. (A single one too: POSIX leaves it
   undefined or EDEADLK; here the second thread makes it plain.) */
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t both;

static void *upgrade(void *arg) {
    pthread_rwlock_rdlock(&lock);
    pthread_barrier_wait(&both);
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t[2];
    pthread_barrier_init(&both, 0, 2);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, upgrade, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}

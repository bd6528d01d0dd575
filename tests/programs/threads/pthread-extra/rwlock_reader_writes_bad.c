// verdict: bugs
// bug: race 11 11

/* A lock for reading does not protect a write. */
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int data;
static void *count(void *arg) {
    pthread_rwlock_rdlock(&lock);
    data++;
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, count, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}

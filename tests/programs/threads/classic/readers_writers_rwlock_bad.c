// verdict: bugs
// bug: assert 26
// bug: race 18 26
// bug: race 19 26
// bug: race 18 18
// bug: race 19 19

/* The writer takes the lock for reading only: it shares it with readers and with another writer. A counter that
   two writers read and write in steps may also be one too small. */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;

static void *write_both(void *arg) {
    pthread_rwlock_rdlock(&lock);
    a++;
    b++;
    pthread_rwlock_unlock(&lock);
    return arg;
}

static void *read_both(void *arg) {
    pthread_rwlock_rdlock(&lock);
    assert(a == b);
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], 0, write_both, 0);
    pthread_create(&t[1], 0, write_both, 0);
    pthread_create(&t[2], 0, read_both, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}

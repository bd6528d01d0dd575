// verdict: ok

/* Spin locks: lock, trylock, unlock, destroy. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int count;

static void *add(void *arg) {
    assert(pthread_spin_lock(&lock) == 0);
    count++;
    assert(pthread_spin_unlock(&lock) == 0);
    return arg;
}

static void *try_it(void *arg) {
    assert(pthread_spin_trylock(&lock) == EBUSY);
    return arg;
}

int main(void) {
    pthread_t t[2];
    assert(pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE) == 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, add, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(count == 2);
    assert(pthread_spin_trylock(&lock) == 0);
    pthread_create(&t[0], 0, try_it, 0);
    pthread_join(t[0], 0);
    assert(pthread_spin_unlock(&lock) == 0);
    assert(pthread_spin_destroy(&lock) == 0);
    return 0;
}

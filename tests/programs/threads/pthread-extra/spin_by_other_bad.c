// verdict: bugs
// bug: lock-misuse 10

/* Unlocking a spin lock that another thread holds. */
#include <pthread.h>

static pthread_spinlock_t lock;

static void *unlock(void *arg) {
    pthread_spin_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&lock);
    pthread_create(&t, 0, unlock, 0);
    pthread_join(t, 0);
    return 0;
}

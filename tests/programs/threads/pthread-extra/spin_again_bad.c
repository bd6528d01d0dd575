// verdict: bugs
// bug: deadlock 14

/* Locking a spin lock twice; two in an array do not disturb each other. */
#include <pthread.h>

static pthread_spinlock_t lock[2];

int main(void) {
    pthread_spin_init(&lock[0], 0);
    pthread_spin_init(&lock[1], 0);
    pthread_spin_lock(&lock[0]);
    pthread_spin_lock(&lock[1]);
    pthread_spin_lock(&lock[0]);
    return 0;
}

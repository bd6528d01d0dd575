// verdict: bugs
// bug: lock-misuse 15

/* The lock is taken only on one branch, the unlock comes on both. */
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    int careful = __VERIFIER_nondet_int();
    if (careful)
        pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}

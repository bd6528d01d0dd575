// verdict: bugs
// bug: deadlock 24

/* A recursive mutex locked twice and unlocked once by a thread that ends: nobody gets it any more. */
#include <pthread.h>

static pthread_mutex_t m;

static void *twice(void *arg) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &attr);
    pthread_create(&t, 0, twice, 0);
    pthread_join(t, 0);
    pthread_mutex_lock(&m);
    return 0;
}

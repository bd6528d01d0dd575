// verdict: error
// message: robust

/* Robust mutexes are not supported, and it is said. */
#include <pthread.h>

static pthread_mutex_t m;

int main(void) {
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &attr);
    return 0;
}

// verdict: error
// message: priority protocol

/* Priority protocols are not supported, and it is said. */
#include <pthread.h>

int main(void) {
    pthread_mutex_t m;
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_setprotocol(&attr, PTHREAD_PRIO_INHERIT);
    pthread_mutex_init(&m, &attr);
    return 0;
}

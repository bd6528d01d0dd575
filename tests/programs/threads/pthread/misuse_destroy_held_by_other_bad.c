// verdict: bugs
// bug: lock-misuse 19
// bug: lock-misuse 11

/* Main destroys the mutex without waiting for the thread: it may be held, or the thread may lock what is gone. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_mutex_destroy(&m);
    pthread_join(t, 0);
    return 0;
}

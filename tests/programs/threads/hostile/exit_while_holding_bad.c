// verdict: bugs
// bug: deadlock 18

/* A thread ends with a mutex held: whoever wants it next waits for ever. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *hold(void *arg) {
    pthread_mutex_lock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, hold, 0);
    pthread_join(t, 0);
    pthread_mutex_lock(&m);
    return 0;
}

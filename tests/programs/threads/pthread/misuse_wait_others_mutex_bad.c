// verdict: bugs
// bug: lock-misuse 11

/* Waiting with a mutex that another thread holds. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *wait_for_it(void *arg) {
    pthread_cond_wait(&c, &m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, wait_for_it, 0);
    pthread_join(t, 0);
    pthread_mutex_unlock(&m);
    return 0;
}

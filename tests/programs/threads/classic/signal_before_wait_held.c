// verdict: ok

/* The waiter takes the mutex before the signaller exists, so the signal cannot come too early. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *setter(void *arg) {
    pthread_mutex_lock(&m);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t s;
    pthread_mutex_lock(&m);
    pthread_create(&s, 0, setter, 0);
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    pthread_join(s, 0);
    return 0;
}

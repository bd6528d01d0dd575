// verdict: bugs
// bug: deadlock 30

/* One signal wakes one of two waiters; which one is open. With `if` both could go, but only one was woken. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting;

static void *wait_for_it(void *arg) {
    pthread_mutex_lock(&m);
    waiting++;
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, wait_for_it, 0);
    pthread_mutex_lock(&m);
    if (waiting == 2)
        pthread_cond_signal(&c);
    else
        pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}

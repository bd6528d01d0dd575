// verdict: bugs
// bug: deadlock 29

/* The pool is closed with a signal instead of a broadcast: one of two sleeping workers is not told. */
#include <pthread.h>

enum { WORKERS = 2 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int closed;

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    while (!closed)
        pthread_cond_wait(&more, &m);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t[WORKERS];
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&t[i], 0, worker, 0);
    pthread_mutex_lock(&m);
    closed = 1;
    pthread_cond_signal(&more);
    pthread_mutex_unlock(&m);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(t[i], 0);
    return 0;
}

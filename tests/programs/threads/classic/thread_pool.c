// verdict: ok

/* A pool of two workers and a queue of three tasks; the last thing in the queue tells them to stop. */
#include <assert.h>
#include <pthread.h>

enum { TASKS = 3, WORKERS = 2 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int queued, taken, closed, result[TASKS];

static void *worker(void *arg) {
    for (;;) {
        pthread_mutex_lock(&m);
        while (taken == queued && !closed)
            pthread_cond_wait(&more, &m);
        if (taken == queued) {
            pthread_mutex_unlock(&m);
            return arg;
        }
        int task = taken++;
        pthread_mutex_unlock(&m);
        result[task] = task * task;
    }
}

int main(void) {
    pthread_t t[WORKERS];
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&t[i], 0, worker, 0);
    pthread_mutex_lock(&m);
    queued = TASKS;
    closed = 1;
    pthread_cond_broadcast(&more);
    pthread_mutex_unlock(&m);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(t[i], 0);
    for (int i = 0; i < TASKS; i++)
        assert(result[i] == i * i);
    return 0;
}

// verdict: error
// message: the last thread ends, and functions run then
/* main leaves, and the process ends with the worker: what atexit keeps is run by it. That is not followed, so it is refused. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int seen;

static void last(void) {
    assert(seen == 0);
}

static void *worker(void *arg) {
    seen = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    atexit(last);
    pthread_create(&t, 0, worker, 0);
    pthread_exit(0);
}

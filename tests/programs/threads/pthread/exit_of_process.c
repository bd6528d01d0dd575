// verdict: ok

/* exit in a thread ends the process: main's failing assertion behind its wait is not reached. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg) {
    exit(0);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(0);
    return 0;
}

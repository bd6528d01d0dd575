// verdict: error
// message: pthread_tryjoin_np

/* Whether a thread has ended yet cannot be asked here, and it is said. */
#define _GNU_SOURCE
#include <pthread.h>

static void *work(void *arg) {
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    return pthread_tryjoin_np(t, 0);
}

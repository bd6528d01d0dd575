// verdict: bugs
// bug: lock-misuse 10

/* A barrier has no static initialiser: a zero one was never initialised. */
#include <pthread.h>

static pthread_barrier_t barrier;

int main(void) {
    pthread_barrier_wait(&barrier);
    return 0;
}

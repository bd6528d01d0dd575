// verdict: bugs
// bug: race 9 16
/* To store what was never written is an access like others. */
#include <pthread.h>
static int shared, copy;

static void *worker(void *arg) {
    int never;
    shared = never;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    copy = shared;
    pthread_join(t, 0);
    return 0;
}

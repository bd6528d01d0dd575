// args: --max-threads 20
// verdict: incomplete
// bound: max-threads

/* Every thread creates the next: without end, but for the bound. */
#include <pthread.h>

static void *next(void *arg) {
    pthread_t t;
    pthread_create(&t, 0, next, arg);
    pthread_join(t, 0);
    return arg;
}

int main(void) {
    next(0);
    return 0;
}

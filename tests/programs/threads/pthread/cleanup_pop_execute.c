// verdict: ok

/* Popping a handler with 1 runs it, with 0 does not; pthread_exit runs the ones still pushed. */
#include <assert.h>
#include <pthread.h>

static int total;

static void add(void *arg) {
    total += *(int *)arg;
}

static void *work(void *arg) {
    int one = 1, two = 2, four = 4;
    pthread_cleanup_push(add, &one);
    pthread_cleanup_push(add, &two);
    pthread_cleanup_push(add, &four);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(1);
    pthread_exit(arg);
    pthread_cleanup_pop(0);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(total == 3);
    return 0;
}

// verdict: bugs
// bug: race 14 21
// bug: race 13 23

/* The hand-over by a plain flag: it races, and so does the data that it was meant to guard. */
#include <assert.h>
#include <pthread.h>

static volatile int ready;
static int data;

static void *set(void *arg) {
    data = 42;
    ready = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    while (!ready)
        ;
    assert(data == 42);
    pthread_join(t, 0);
    return 0;
}

// verdict: ok

/* A hand-over by an atomic flag: the loop is a wait, and the plain data is ordered by it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
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

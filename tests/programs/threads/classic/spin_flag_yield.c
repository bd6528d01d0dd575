// verdict: ok

/* The same wait with a yield in the loop. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
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
        sched_yield();
    assert(data == 42);
    pthread_join(t, 0);
    return 0;
}

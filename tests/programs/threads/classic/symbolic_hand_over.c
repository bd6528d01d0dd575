// verdict: ok

/* An unknown input handed from one thread to another: two paths in the reader, whatever the order. */
#include <assert.h>
#include <pthread.h>
#include <rethread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *set(void *arg) {
    rethread_symbolic(&data, sizeof data, "data");
    ready = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    while (!ready)
        ;
    if (data > 10)
        assert(data != 10);
    else
        assert(data <= 10);
    pthread_join(t, 0);
    return 0;
}

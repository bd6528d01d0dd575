// verdict: ok
// runs baseline: 6 0
// runs dpor: 6 0
// runs ag: 2 3

/* Assertion guided symbolic execution (FSE 2015), figure 2: x starts as an input of at most 10. Six interleavings,
   each ends in a state of its own, so partial order alone saves nothing. */
#include <assert.h>
#include <pthread.h>
#include <rethread.h>
#include <stdatomic.h>

static atomic_int x;

static void *thread1(void *arg) {
    x = 10;
    x = 20;
    return arg;
}

static void *thread2(void *arg) {
    int a = x;
    int b = x;
    assert(a <= b);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    int v;
    rethread_symbolic(&v, sizeof v, "v");
    rethread_assume(v <= 10);
    x = v;
    pthread_create(&t1, 0, thread1, 0);
    pthread_create(&t2, 0, thread2, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}

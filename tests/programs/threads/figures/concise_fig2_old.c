// verdict: ok
// runs baseline: 6 0
// runs dpor: 4 0
// runs ag: 2 1
// runs ag-assert: 2 1

/* Conc-iSE (ASE 2016), figure 2, the old program. Two steps a thread: six interleavings; the stores of y and x do
   not conflict with each other, which leaves four. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x = 15, y = 5;

static void *thread1(void *arg) {
    int a = x;
    y = 10;
    assert(a >= 10);
    return arg;
}

static void *thread2(void *arg) {
    x = 10;
    int b = y;
    assert(b >= 5);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, thread1, 0);
    pthread_create(&t2, 0, thread2, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}

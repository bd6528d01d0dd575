// verdict: ok
// runs baseline: 20 0
// runs dpor: 8 0
// runs ag: 2 2

/* The same paper, figure 3 with k = 3: each of three pairs of a load and a store can go two ways, which is 2^k
   classes among the 20 interleavings of three steps each. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x = 1, y = 1, z = 1;

static void *thread1(void *arg) {
    int a = x;
    assert(a > 0);
    int b = y;
    assert(b > 0);
    int c = z;
    assert(c > 0);
    return arg;
}

static void *thread2(void *arg) {
    x = 10;
    y = 10;
    z = 10;
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

// verdict: bugs
// bug: assert 18
// runs baseline: 6 0
// runs dpor: 4 0
// runs ag: 4 0

/* The new program of the same figure: the modified store makes the first assertion fail. A failing check stops its
   thread after its last step here, so the numbers stay. */
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
    x = 5;
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

// verdict: bugs
// args: --checks assert
// bug: new assert 21
// runs dpor: 4 0
// runs cia: 2 0
// runs scia: 2 0
// changed: 26
// deleted:
// impacted: 19 21 22 26 34 35 36 37 38 39
// feeding: 26 33 34 35
/* Paper 000, figure 2, with a main that waits for both threads: the paper's "at most 2". */
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

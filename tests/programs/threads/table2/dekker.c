// verdict: ok
// runs baseline: 830 0
// runs dpor: 17 0
// runs ag: 2 11
// runs ag-assert: 2 11

/* dekker as in the competition: one flag a thread, a turn, and each thread writes its own value in the critical
   section. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag1, flag2, turn, x;

static void *thread1(void *arg) {
    flag1 = 1;
    while (flag2 >= 1) {
        if (turn != 0) {
            flag1 = 0;
            while (turn != 0)
                ;
            flag1 = 1;
        }
    }
    x = 0;
    assert(x <= 0);
    turn = 1;
    flag1 = 0;
    return arg;
}

static void *thread2(void *arg) {
    flag2 = 1;
    while (flag1 >= 1) {
        if (turn != 1) {
            flag2 = 0;
            while (turn != 1)
                ;
            flag2 = 1;
        }
    }
    x = 1;
    assert(x >= 1);
    turn = 0;
    flag2 = 0;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, thread1, 0);
    pthread_create(&b, 0, thread2, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

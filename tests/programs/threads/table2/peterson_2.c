// verdict: ok
// runs baseline: 21692 0
// runs dpor: 54 0
// runs ag: 2 30
// runs ag-assert: 2 30

/* peterson, the first thread enters twice. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag1, flag2, turn, x;

static void *thread1(void *arg) {
    for (int round = 0; round < 2; round++) {
        flag1 = 1;
        turn = 1;
        while (flag2 == 1 && turn == 1)
            ;
        x = 0;
        assert(x <= 0);
        flag1 = 0;
    }
    return arg;
}

static void *thread2(void *arg) {
    flag2 = 1;
    turn = 0;
    while (flag1 == 1 && turn == 0)
        ;
    x = 1;
    assert(x >= 1);
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

// verdict: ok
// runs baseline: 16658 0
// runs dpor: 460 0
// runs ag: 2 48
// runs ag-assert: 2 48

/* szymanski as in the competition. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag1, flag2, x;

static void *thread1(void *arg) {
    flag1 = 1;
    while (flag2 >= 3)
        ;
    flag1 = 3;
    if (flag2 == 1) {
        flag1 = 2;
        while (flag2 != 4)
            ;
    }
    flag1 = 4;
    while (flag2 >= 2)
        ;
    x = 0;
    assert(x <= 0);
    flag1 = 0;
    return arg;
}

static void *thread2(void *arg) {
    flag2 = 1;
    while (flag1 >= 3)
        ;
    flag2 = 3;
    if (flag1 == 1) {
        flag2 = 2;
        while (flag1 != 4)
            ;
    }
    flag2 = 4;
    x = 1;
    assert(x >= 1);
    while (2 <= flag1 && flag1 <= 3)
        ;
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

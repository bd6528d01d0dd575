/* szymanski, v2 against v0: the first thread waits until the second one wants nothing at all, and writes -1.
   Kind: 1 condition and 1 statement modified. Effect: deadlock: each waits for the other. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ROUNDS = 2 };
static atomic_int flag1, flag2, x;

static void *thread1(void *arg) {
    for (int round = 0; round < ROUNDS; round++) {
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
        while (flag2 >= 1)
            ;
        x = -1;
        assert(x <= 0);
        flag1 = 0;
    }
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

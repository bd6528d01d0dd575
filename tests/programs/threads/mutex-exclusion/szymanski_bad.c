// verdict: bugs
// bug: assert 32
// bug: deadlock 45

/* Szymanski's algorithm without the wait that orders the threads in the waiting room by number: both leave
   it at once. Or one leaves for good while the other still waits to see it inside. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int flag[2];
static atomic_int owner;

static int between(int state) {
    return state == 2 || state == 3;
}

static void *enter(void *arg) {
    int me = (int)(intptr_t)arg, other = 1 - me;
    flag[me] = 1;
    while (flag[other] >= 3)
        ;
    flag[me] = 3;
    if (flag[other] == 1) {
        flag[me] = 2;
        while (flag[other] != 4)
            ;
    }
    flag[me] = 4;
    owner = me;
    assert(owner == me);
    if (me == 0)
        while (between(flag[other]))
            ;
    flag[me] = 0;
    return 0;
}

int main(void) {
    pthread_t t[2];
    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&t[i], 0, enter, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}

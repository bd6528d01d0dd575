// verdict: bugs
// bug: race 42 43
// bug: race 42 46
// bug: race 42 48
// bug: race 42 53
// bug: race 43 45
// bug: race 45 46
// bug: race 45 48
// bug: race 45 53
// bug: race 43 47
// bug: race 46 47
// bug: race 47 53
// bug: race 48 51
// bug: race 51 53
// bug: race 43 51
// bug: race 46 51
// bug: race 43 60
// bug: race 46 60
// bug: race 48 60
// bug: race 53 60
// bug: race 42 58
// bug: race 45 58
// bug: race 47 58
// bug: race 51 58
// bug: race 58 60

/* Szymanski's algorithm with plain ints: the assertion holds under sequential consistency, the flags race. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static volatile int flag[2];
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
    if (me == 1)
        while (flag[other] >= 2)
            ;
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

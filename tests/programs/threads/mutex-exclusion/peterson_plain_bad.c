// verdict: bugs
// bug: race 20 22
// bug: race 22 26
// bug: race 21 21
// bug: race 21 22
// bug: race 24 24
// bug: race 24 25

/* Peterson's algorithm with plain ints. Under sequential consistency the assertion holds, but nothing orders
   the accesses: every pair of conflicting places is a data race, those of `owner` included. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static volatile int flag[2], turn;
static int owner;

static void *enter(void *arg) {
    int me = (int)(intptr_t)arg, other = 1 - me;
    flag[me] = 1;
    turn = other;
    while (flag[other] && turn == other)
        ;
    owner = me;
    assert(owner == me);
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

// verdict: bugs
// bug: assert 22

/* Hyman's algorithm, published in 1966 and wrong: the turn is taken after the look at it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int flag[2], turn;
static atomic_int owner;

static void *enter(void *arg) {
    int me = (int)(intptr_t)arg, other = 1 - me;
    flag[me] = 1;
    while (turn != me) {
        while (flag[other])
            ;
        turn = me;
    }
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

// verdict: ok

/* Taking turns: safe, and two threads with two rounds each meet every turn, so nobody waits for ever. One order
   only. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int turn;
static int owner;

static void *enter(void *arg) {
    int me = (int)(intptr_t)arg;
    for (int round = 0; round < 2; round++) {
        while (turn != me)
            ;
        owner = me;
        assert(owner == me);
        turn = 1 - me;
    }
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

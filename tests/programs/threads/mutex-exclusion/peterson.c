// verdict: ok

/* Peterson's algorithm for two threads, with sequentially consistent atomics. `owner` is a plain int: the
   algorithm orders its accesses, so neither the assertion nor a race is found. The waiting loop only
   re-reads, so it is a wait and no bound is hit. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int flag[2], turn;
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

// verdict: bugs
// bug: assert 23
// bug: race 22 22
// bug: race 22 23

/* Peterson's algorithm with its first two lines swapped: the turn is given away before the flag is up, and
   both threads can be inside. The plain `owner` is then accessed by both without order. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int flag[2], turn;
static int owner;

static void *enter(void *arg) {
    int me = (int)(intptr_t)arg, other = 1 - me;
    turn = other;
    flag[me] = 1;
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

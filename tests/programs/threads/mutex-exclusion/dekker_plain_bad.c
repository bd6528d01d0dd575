// verdict: bugs
// bug: race 22 23
// bug: race 23 25
// bug: race 23 28
// bug: race 23 34
// bug: race 24 33
// bug: race 26 33
// bug: race 33 33

/* Dekker's algorithm with plain ints: the assertion holds under sequential consistency, the flags and the
   turn race. `owner` is atomic, so it does not. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static volatile int flag[2], turn;
static atomic_int owner;

static void *enter(void *arg) {
    int me = (int)(intptr_t)arg, other = 1 - me;
    flag[me] = 1;
    while (flag[other]) {
        if (turn != me) {
            flag[me] = 0;
            while (turn != me)
                ;
            flag[me] = 1;
        }
    }
    owner = me;
    assert(owner == me);
    turn = other;
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

// verdict: bugs
// bug: deadlock 30

/* Two flags without a turn: never both inside, but both may raise their flag and wait for the other one for
   ever. Loops that only re-read are waits, so this is a deadlock, not a bound. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int flag[2];
static int owner;

static void *enter(void *arg) {
    int me = (int)(intptr_t)arg, other = 1 - me;
    flag[me] = 1;
    while (flag[other])
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

// verdict: bugs
// bug: assert 25

/* The bakery without the wait for somebody who is choosing: a thread that has read the numbers but not yet
   written its own is overtaken, and then comes in with the same number. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int number[2];
static atomic_int owner;

static int before(int other, int me) {
    int theirs = number[other], mine = number[me];
    return theirs != 0 && (theirs < mine || (theirs == mine && other < me));
}

static void *enter(void *arg) {
    int me = (int)(intptr_t)arg, other = 1 - me;
    number[me] = number[other] + 1;
    while (before(other, me))
        ;
    owner = me;
    assert(owner == me);
    number[me] = 0;
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

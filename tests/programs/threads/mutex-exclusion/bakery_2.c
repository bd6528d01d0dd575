// verdict: ok

/* Lamport's bakery for two threads: take a number above all others, the smaller (number, thread) goes first. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int choosing[2], number[2];
static int owner;

static int before(int other, int me) {
    int theirs = number[other], mine = number[me];
    return theirs != 0 && (theirs < mine || (theirs == mine && other < me));
}

static void *enter(void *arg) {
    int me = (int)(intptr_t)arg, other = 1 - me;
    choosing[me] = 1;
    number[me] = number[other] + 1;
    choosing[me] = 0;
    while (choosing[other])
        ;
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

// verdict: ok

/* A ticket lock: the order of the tickets is the order of the threads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_uint next_ticket, serving;
static int owner;

static void *enter(void *arg) {
    int me = (int)(intptr_t)arg;
    unsigned mine = atomic_fetch_add(&next_ticket, 1);
    while (serving != mine)
        ;
    owner = me;
    assert(owner == me);
    atomic_fetch_add(&serving, 1);
    return 0;
}

int main(void) {
    pthread_t t[3];
    for (intptr_t i = 0; i < 3; i++)
        pthread_create(&t[i], 0, enter, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    assert(next_ticket == 3 && serving == 3);
    return 0;
}

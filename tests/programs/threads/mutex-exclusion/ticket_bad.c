// verdict: bugs
// bug: assert 22
// bug: deadlock 32

/* A ticket lock whose ticket is taken in two steps: two threads get the same one and are inside together. Each
   then counts `serving` up; a thread that drew ticket 1 after that finds it passed and waits for ever. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_uint next_ticket, serving;
static atomic_int owner;

static void *enter(void *arg) {
    int me = (int)(intptr_t)arg;
    unsigned mine = next_ticket;
    next_ticket = mine + 1;
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
    return 0;
}

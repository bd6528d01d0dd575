// verdict: ok

/* The queue lock of Craig, Landin and Hagersten: every thread spins on its predecessor's flag. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int nodes[4];
static _Atomic(atomic_int *) tail = &nodes[3];
static int owner;

static void *enter(void *arg) {
    int me = (int)(intptr_t)arg;
    atomic_int *mine = &nodes[me];
    *mine = 1;
    atomic_int *before = atomic_exchange(&tail, mine);
    while (*before)
        ;
    owner = me;
    assert(owner == me);
    *mine = 0;
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

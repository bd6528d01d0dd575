// verdict: ok

/* A spin lock by exchange. A failing exchange writes what is already there, so the loop only re-reads: a wait. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int lock;
static int owner;

static void *enter(void *arg) {
    int me = (int)(intptr_t)arg;
    while (atomic_exchange(&lock, 1))
        ;
    owner = me;
    assert(owner == me);
    lock = 0;
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

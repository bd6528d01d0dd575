// verdict: ok

/* Look before the exchange: waiting threads only read. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int lock;
static int owner;

static void *enter(void *arg) {
    int me = (int)(intptr_t)arg;
    do
        while (lock)
            ;
    while (atomic_exchange(&lock, 1));
    owner = me;
    assert(owner == me);
    lock = 0;
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

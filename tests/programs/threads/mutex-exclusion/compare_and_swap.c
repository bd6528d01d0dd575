// verdict: ok

/* A spin lock by compare-and-swap that stores who holds it. A failing one writes nothing shared. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int holder;
static int owner;

static void *enter(void *arg) {
    int me = (int)(intptr_t)arg, expected;
    do
        expected = 0;
    while (!atomic_compare_exchange_strong(&holder, &expected, me));
    owner = me;
    assert(owner == me && holder == me);
    holder = 0;
    return 0;
}

int main(void) {
    pthread_t t[2];
    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&t[i], 0, enter, (void *)(i + 1));
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}

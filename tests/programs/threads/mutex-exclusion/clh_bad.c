// verdict: bugs
// bug: assert 25
// bug: race 24 24
// bug: race 24 25

/* The same queue lock, but a thread joins the queue before it says that it holds: its successor sees the old
   flag. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int nodes[3];
static _Atomic(atomic_int *) tail = &nodes[2];
static int owner;

static void *enter(void *arg) {
    int me = (int)(intptr_t)arg;
    atomic_int *mine = &nodes[me];
    atomic_int *before = atomic_exchange(&tail, mine);
    *mine = 1;
    while (*before)
        ;
    owner = me;
    assert(owner == me);
    *mine = 0;
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

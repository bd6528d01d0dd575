// verdict: bugs
// bug: assert 26

/* Lamport's fast mutex without the second look at x: two threads that pass the first look are both inside. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int want[3], x, y;
static atomic_int owner;

static void *enter(void *arg) {
    int me = (int)(intptr_t)arg;
start:
    want[me] = 1;
    x = me;
    if (y != 0) {
        want[me] = 0;
        while (y != 0)
            ;
        goto start;
    }
    y = me;
    owner = me;
    assert(owner == me);
    y = 0;
    want[me] = 0;
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

// args: --checks assert --reduce dpor,summaries
// verdict: bugs
// bug: assert 37
// no-replay: what is in memory that nobody wrote is up to the machine
/* Nobody wrote `found`, and that is not looked for. What is stored is never 1 where the other thread's bits are in it already, whatever `found` is:
   that this was seen without asking must not make every state like it safe, for in one it is 0 + 1. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic int shared;

static void *bits(void *arg) {
    atomic_fetch_or(&shared, 2);
    return arg;
}

static void *worker(void *arg) {
    pthread_t t;
    int *fresh = malloc(8), found = fresh[0];
    shared = found;
    pthread_create(&t, 0, bits, 0);
    if (found == 0) {
    }
    int old = shared;
    shared = old + 1;
    pthread_join(t, 0);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    int last = shared;
    assert(last != 1);
    return 0;
}

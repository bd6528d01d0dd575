// verdict: ok
// runs dpor: 10 0
// no-replay: where a call of exit ends variables of its own is no step of a native run
/* Either thread may end the process, before or after what the other one does: an end is never in a run that has another. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic int shared;

static void *worker(void *arg) {
    shared = 1;
    exit(1);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    shared = 2;
    exit(0);
}

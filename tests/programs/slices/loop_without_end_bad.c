// args: --checks assert
// verdict: bugs
// bug: assert 25
// runs slice: 2 0

/* One thread waits for ever on one side of its branch: what its joiner checks depends on the branch. */
#include <assert.h>
#include <pthread.h>
#include <rethread.h>

static _Atomic int never, x;

static void *wait_maybe(void *unused) {
    if (x)
        while (!never) {
        }
    return unused;
}

int main(void) {
    pthread_t t;
    rethread_symbolic((void *)&x, sizeof x, "x");
    pthread_create(&t, 0, wait_maybe, 0);
    pthread_join(t, 0);
    assert(x != 0);
    return 0;
}

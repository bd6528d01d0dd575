// verdict: bugs
// bug: assert 21

/* Sleeping long enough is not waiting. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int ready;

static void *set(void *arg) {
    ready = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    sleep(1);
    assert(ready);
    pthread_join(t, 0);
    return 0;
}

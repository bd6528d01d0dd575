// verdict: ok
// time: 60s

/* Ten thousand threads, one after the other: names, stacks and clocks of the dead must not pile up. */
#include <assert.h>
#include <pthread.h>

static int count;

static void *add(void *arg) {
    count++;
    return arg;
}

int main(void) {
    for (int i = 0; i < 10000; i++) {
        pthread_t t;
        pthread_create(&t, 0, add, 0);
        pthread_join(t, 0);
    }
    assert(count == 10000);
    return 0;
}

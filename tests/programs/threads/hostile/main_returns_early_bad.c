// verdict: bugs
// bug: assert 12
// bug: race 12 19

/* The same with a thread that goes wrong before main is at its end. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *work(void *arg) {
    assert(x == 0);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    x = 1;
    return 0;
}

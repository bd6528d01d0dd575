// verdict: ok
// runs baseline: 2 0
// runs dpor: 2 0

/* Main's own access is a step only between creation and join: the ones before and after are ordered against the
   thread's. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *store(void *arg) {
    x = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    x = 5;
    x = 6;
    pthread_create(&t, 0, store, 0);
    x = 2;
    pthread_join(t, 0);
    x = 3;
    return x;
}

// verdict: ok
// runs baseline: 1 0
// runs dpor: 1 0

/* The first thread is joined before the second is created: no choice at all. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *add(void *arg) {
    x = x + 1;
    return arg;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < 3; i++) {
        pthread_create(&t, 0, add, 0);
        pthread_join(t, 0);
    }
    return x;
}

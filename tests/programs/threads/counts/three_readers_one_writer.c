// verdict: ok
// runs baseline: 24 0
// runs dpor: 8 0

/* Reads do not conflict: each of three readers sees the old or the new value, 2^3 classes of 4! interleavings. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *load(void *arg) {
    return x ? arg : 0;
}

static void *store(void *arg) {
    x = 1;
    return arg;
}

int main(void) {
    pthread_t t[4];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, load, 0);
    pthread_create(&t[3], 0, store, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    return 0;
}

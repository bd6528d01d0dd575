// verdict: ok
// runs baseline: 6 0
// runs dpor: 4 0

/* The same in the same order: each place can go either way, four classes. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *first(void *arg) {
    x = 1;
    y = 1;
    return arg;
}

static void *second(void *arg) {
    x = 2;
    y = 2;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

// verdict: ok
// runs baseline: 6 0
// runs dpor: 3 0

/* Two threads of two steps each on two conflicting places, in opposite order: six interleavings. The first place
   cannot go to the second thread while the other goes to the first one, so three classes. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *forth(void *arg) {
    x = 1;
    y = 1;
    return arg;
}

static void *back(void *arg) {
    y = 2;
    x = 2;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, forth, 0);
    pthread_create(&b, 0, back, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

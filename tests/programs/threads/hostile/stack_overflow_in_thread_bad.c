// verdict: bugs
// bug: stack-overflow 11

/* Endless recursion in a thread; the others go on. */
#include <pthread.h>

static volatile int depth;

static int deeper(int n) {
    depth = n;
    return deeper(n + 1) + 1;
}

static void *work(void *arg) {
    deeper(0);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}

// verdict: bugs
// bug: assert 30
// runs baseline: 17 0
// runs dpor: 17 0
// runs ag: 6 8
// runs ag-assert: 3 2

/* queue: one thread puts three numbers in, the other takes what it finds and compares it with its own count of turns,
   empty ones included. */
#include <assert.h>
#include <pthread.h>

enum { SIZE = 3 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int queue[SIZE], head, tail;

static void *put(void *arg) {
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
        queue[tail++] = i;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

static void *take(void *arg) {
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
        if (head < tail)
            assert(queue[head++] == i);
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, put, 0);
    pthread_create(&b, 0, take, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

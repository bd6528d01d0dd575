// verdict: bugs
// bug: assert 37
// runs baseline: 17 0
// runs dpor: 17 0
// runs ag: 6 9
// runs ag-assert: 3 2

/* circularbuf: one thread puts numbers into a ring, the other takes them out, hand in hand by two flags. Who finds the
   flag down skips a turn but counts on, so the numbers get out of step. Three turns. */
#include <assert.h>
#include <pthread.h>

enum { SIZE = 4, TURNS = 3 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int buffer[SIZE], first, next, send = 1, receive;

static void *put(void *arg) {
    for (int i = 0; i < TURNS; i++) {
        pthread_mutex_lock(&m);
        if (send) {
            buffer[next] = i;
            next = (next + 1) % SIZE;
            send = 0;
            receive = 1;
        }
        pthread_mutex_unlock(&m);
    }
    return arg;
}

static void *take(void *arg) {
    for (int i = 0; i < TURNS; i++) {
        pthread_mutex_lock(&m);
        if (receive) {
            int value = buffer[first];
            first = (first + 1) % SIZE;
            assert(value == i);
            send = 1;
            receive = 0;
        }
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

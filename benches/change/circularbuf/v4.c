/* circularbuf, v4 against v0: main checks at the end that nothing was taken that was not put, and at most one
   is left.
   Kind: 2 statements added. Effect: none. */
#include <assert.h>
#include <pthread.h>
#include <rethread.h>

enum { SIZE = 4, TURNS = 7 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned buffer[SIZE], start;
static int first, next, send = 1, receive;
static unsigned sent, received;

static void *put(void *arg) {
    for (int i = 0; i < TURNS; i++) {
        pthread_mutex_lock(&m);
        if (send) {
            buffer[next] = start + sent;
            next = (next + 1) % SIZE;
            sent++;
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
            unsigned value = buffer[first];
            first = (first + 1) % SIZE;
            assert(value == start + received);
            received++;
            send = 1;
            receive = 0;
        }
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    rethread_symbolic(&start, sizeof start, "start");
    pthread_create(&a, 0, put, 0);
    pthread_create(&b, 0, take, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(received <= sent);
    assert(sent - received <= 1);
    return 0;
}

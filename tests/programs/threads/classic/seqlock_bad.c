// verdict: bugs
// bug: assert 24

/* The reader does not look whether the first number is even: it may start in the middle of a write and end before
   the writer does. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int seq, a, b;

static void *writer(void *arg) {
    seq = 1;
    a = 1;
    b = 1;
    seq = 2;
    return arg;
}

static void *reader(void *arg) {
    int before = seq;
    int x = a, y = b;
    if (seq == before)
        assert(x == y);
    return arg;
}

int main(void) {
    pthread_t w, r;
    pthread_create(&w, 0, writer, 0);
    pthread_create(&r, 0, reader, 0);
    pthread_join(w, 0);
    pthread_join(r, 0);
    return 0;
}

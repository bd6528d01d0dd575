// verdict: ok

/* A sequence lock with atomic data: a reader that saw the same even number twice has seen one version. It gives up
   after one try. */
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
    if (before % 2 == 0 && seq == before)
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

// verdict: bugs
// bug: race 16 24
// bug: race 17 25

/* The same with plain data, as it is often written: the values are thrown away when they are torn, but reading
   them was a race. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int seq;
static int a, b;

static void *writer(void *arg) {
    seq = 1;
    a = 1;
    b = 1;
    seq = 2;
    return arg;
}

static void *reader(void *arg) {
    int before = seq;
    int x = a;
    int y = b;
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

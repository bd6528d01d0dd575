// verdict: ok
// runs ag: 2 15

/* The same paper, figure 3 with k = 16: 2^k classes, for which k + 1 runs are enough. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define EACH(F) \
    F(a) F(b) F(c) F(d) F(e) F(f) F(g) F(h) \
    F(i) F(j) F(k) F(l) F(m) F(n) F(o) F(p)

#define VARIABLE(v) static atomic_int v = 1;
EACH(VARIABLE)

#define READ(v) assert(v > 0);
#define WRITE(v) v = 10;

static void *reader(void *arg) {
    EACH(READ)
    return arg;
}

static void *writer(void *arg) {
    EACH(WRITE)
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, reader, 0);
    pthread_create(&t2, 0, writer, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}

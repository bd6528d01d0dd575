// verdict: bugs
// bug: assert 37

/* What a joining thread would do next is looked at ahead of time: that must leave no trace in the summary of the step
   that let it go on to its second join. One thread may change x between the other's load and its exchange. */
#include <assert.h>
#include <pthread.h>
#include <rethread.h>
#include <stdatomic.h>

static atomic_uint x = 2, y;
static int k, lost;

static void *writer(void *arg) {
    if (k) x = 1;
    else x = 2;
    y = 1;
    return arg;
}

static void *adder(void *arg) {
    unsigned v = x, u = y;
    (void)u;
    if (!atomic_compare_exchange_strong(&x, &v, v + 1)) lost = 1;
    return arg;
}

int main(void) {
    pthread_t a, b;
    rethread_symbolic(&k, sizeof k, "k");
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, adder, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x < 100);

    assert(!lost);
    return 0;
}

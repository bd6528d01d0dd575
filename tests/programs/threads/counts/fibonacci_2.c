// verdict: ok
// assumption: weaker atomics

/* The Fibonacci pair with 2 rounds: one thread adds j to i, the other i to j, each load and store a step of its
   own. The most that comes out is the Fibonacci number 8. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ROUNDS = 2, MOST = 8 };
static atomic_int i = 1, j = 1;

static int get(atomic_int *p) {
    return atomic_load_explicit(p, memory_order_relaxed);
}

static void set(atomic_int *p, int value) {
    atomic_store_explicit(p, value, memory_order_relaxed);
}

static void *add_to_i(void *arg) {
    for (int k = 0; k < ROUNDS; k++)
        set(&i, get(&i) + get(&j));
    return arg;
}

static void *add_to_j(void *arg) {
    for (int k = 0; k < ROUNDS; k++)
        set(&j, get(&j) + get(&i));
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add_to_i, 0);
    pthread_create(&b, 0, add_to_j, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(get(&i) <= MOST && get(&j) <= MOST);
    return 0;
}

// verdict: ok
// assumption: weaker atomics

/* A release store and an acquire load order plain data. */
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int ready;
static int data;

static int set(void *arg) {
    (void)arg;
    data = 42;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, set, 0);
    if (atomic_load_explicit(&ready, memory_order_acquire))
        assert(data == 42);
    thrd_join(t, 0);
    return 0;
}

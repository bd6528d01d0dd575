// verdict: ok
// assumption: weaker atomics

/* Fences make a relaxed hand-over ordered: release before the store, acquire after the load. */
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int ready;
static int data;

static int set(void *arg) {
    (void)arg;
    data = 42;
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, set, 0);
    if (atomic_load_explicit(&ready, memory_order_relaxed)) {
        atomic_thread_fence(memory_order_acquire);
        assert(data == 42);
    }
    thrd_join(t, 0);
    return 0;
}

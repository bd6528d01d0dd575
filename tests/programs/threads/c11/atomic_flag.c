// verdict: ok
// assumption: weaker atomics

/* A spin lock by atomic_flag: the data is ordered. */
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int count;

static int add(void *arg) {
    (void)arg;
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire))
        ;
    count++;
    atomic_flag_clear_explicit(&lock, memory_order_release);
    return 0;
}

int main(void) {
    thrd_t t[2];
    for (int i = 0; i < 2; i++)
        thrd_create(&t[i], add, 0);
    for (int i = 0; i < 2; i++)
        thrd_join(t[i], 0);
    assert(count == 2);
    return 0;
}

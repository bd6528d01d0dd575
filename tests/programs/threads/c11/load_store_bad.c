// verdict: bugs
// bug: assert 23

/* An atomic load and an atomic store are two steps. */
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int count;

static int add(void *arg) {
    (void)arg;
    atomic_store(&count, atomic_load(&count) + 1);
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

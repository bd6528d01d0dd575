// verdict: ok

/* Read-modify-writes are one step: nothing is lost. */
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int count;

static int add(void *arg) {
    (void)arg;
    atomic_fetch_add(&count, 2);
    count--;
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

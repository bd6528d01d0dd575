// verdict: ok

/* An atomic of eight bytes is read and written whole. */
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

struct pair {
    int a, b;
};

static _Atomic(struct pair) shared;

static int set(void *arg) {
    struct pair p = {1, 1};
    (void)arg;
    atomic_store(&shared, p);
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, set, 0);
    struct pair p = atomic_load(&shared);
    assert(p.a == p.b);
    thrd_join(t, 0);
    return 0;
}

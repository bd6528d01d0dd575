// verdict: ok

/* mtx_plain: lock, trylock, unlock, destroy. */
#include <assert.h>
#include <threads.h>

static mtx_t m;
static int count;

static int add(void *arg) {
    (void)arg;
    assert(mtx_lock(&m) == thrd_success);
    count++;
    assert(mtx_unlock(&m) == thrd_success);
    return 0;
}

static int try_it(void *arg) {
    (void)arg;
    assert(mtx_trylock(&m) == thrd_busy);
    return 0;
}

int main(void) {
    thrd_t t[2];
    assert(mtx_init(&m, mtx_plain) == thrd_success);
    for (int i = 0; i < 2; i++)
        thrd_create(&t[i], add, 0);
    for (int i = 0; i < 2; i++)
        thrd_join(t[i], 0);
    assert(count == 2);
    mtx_lock(&m);
    thrd_create(&t[0], try_it, 0);
    thrd_join(t[0], 0);
    mtx_unlock(&m);
    mtx_destroy(&m);
    return 0;
}

// verdict: ok

/* Condition variables: init, wait, signal, broadcast, destroy. */
#include <assert.h>
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int ready;

static int set(void *arg) {
    (void)arg;
    mtx_lock(&m);
    ready++;
    cnd_signal(&c);
    mtx_unlock(&m);
    mtx_lock(&m);
    ready++;
    cnd_broadcast(&c);
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_plain);
    assert(cnd_init(&c) == thrd_success);
    thrd_create(&t, set, 0);
    mtx_lock(&m);
    while (ready < 2)
        assert(cnd_wait(&c, &m) == thrd_success);
    mtx_unlock(&m);
    thrd_join(t, 0);
    cnd_destroy(&c);
    mtx_destroy(&m);
    return 0;
}

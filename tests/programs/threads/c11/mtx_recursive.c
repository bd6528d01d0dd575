// verdict: ok

/* mtx_recursive may be locked again by its owner. */
#include <assert.h>
#include <threads.h>

static mtx_t m;

static int work(void *arg) {
    mtx_lock(&m);
    mtx_lock(&m);
    ++*(int *)arg;
    mtx_unlock(&m);
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t t;
    int count = 0;
    assert(mtx_init(&m, mtx_plain | mtx_recursive) == thrd_success);
    thrd_create(&t, work, &count);
    work(&count);
    thrd_join(t, 0);
    assert(count == 2);
    return 0;
}

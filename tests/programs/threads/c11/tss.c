// verdict: ok

/* Thread-specific storage with a destructor. */
#include <assert.h>
#include <threads.h>

static tss_t key;
static int destroyed;

static void destroy(void *arg) {
    destroyed += *(int *)arg;
}

static int work(void *arg) {
    assert(tss_get(key) == 0);
    assert(tss_set(key, arg) == thrd_success);
    assert(tss_get(key) == arg);
    return 0;
}

int main(void) {
    thrd_t t;
    int three = 3;
    assert(tss_create(&key, destroy) == thrd_success);
    thrd_create(&t, work, &three);
    thrd_join(t, 0);
    assert(destroyed == 3);
    assert(tss_get(key) == 0);
    tss_delete(key);
    return 0;
}

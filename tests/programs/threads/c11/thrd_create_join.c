// verdict: ok

/* thrd_create and thrd_join: an int comes back, from return or from thrd_exit. */
#include <assert.h>
#include <threads.h>

static int data;

static int returns(void *arg) {
    data = *(int *)arg;
    return 7;
}

static int exits(void *arg) {
    (void)arg;
    data++;
    thrd_exit(8);
}

int main(void) {
    thrd_t t;
    int in = 5, out = 0;
    assert(thrd_create(&t, returns, &in) == thrd_success);
    assert(thrd_join(t, &out) == thrd_success);
    assert(out == 7 && data == 5);
    assert(thrd_create(&t, exits, 0) == thrd_success);
    assert(thrd_join(t, &out) == thrd_success);
    assert(out == 8 && data == 6);
    assert(thrd_create(&t, returns, &in) == thrd_success);
    assert(thrd_join(t, 0) == thrd_success);
    return 0;
}

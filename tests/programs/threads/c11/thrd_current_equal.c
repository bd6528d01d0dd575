// verdict: ok

/* thrd_current, thrd_equal, thrd_yield, thrd_sleep. */
#include <assert.h>
#include <threads.h>
#include <time.h>

static thrd_t self;

static int work(void *arg) {
    struct timespec a_while = {0, 1};
    self = thrd_current();
    thrd_yield();
    assert(thrd_sleep(&a_while, 0) == 0);
    (void)arg;
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, work, 0);
    thrd_join(t, 0);
    assert(thrd_equal(t, self));
    assert(!thrd_equal(t, thrd_current()));
    return 0;
}

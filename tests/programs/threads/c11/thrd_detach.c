// verdict: ok

/* A detached thread tells by a flag that it is done. */
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int done;
static int data;

static int work(void *arg) {
    (void)arg;
    data = 1;
    done = 1;
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, work, 0);
    assert(thrd_detach(t) == thrd_success);
    while (!done)
        thrd_yield();
    assert(data == 1);
    return 0;
}

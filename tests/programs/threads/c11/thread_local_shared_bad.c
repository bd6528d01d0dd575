// verdict: bugs
// bug: race 12 19
// bug: assert 19

/* The address of a thread-local variable given to another thread: it is shared then. */
#include <assert.h>
#include <threads.h>

static _Thread_local int mine;

static int work(void *arg) {
    *(int *)arg = 1;
    return mine;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, work, &mine);
    assert(mine == 0);
    thrd_join(t, 0);
    return 0;
}

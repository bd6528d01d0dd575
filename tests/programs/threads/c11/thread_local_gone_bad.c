// verdict: bugs
// bug: use-after-free 21

/* A thread-local variable is gone with its thread. */
#include <stdatomic.h>
#include <threads.h>

static _Thread_local int mine = 3;
static int *shared;

static int work(void *arg) {
    (void)arg;
    shared = &mine;
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, work, 0);
    thrd_join(t, 0);
    return *shared;
}

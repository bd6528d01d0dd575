// verdict: ok

/* mtx_timedlock gets the lock or says thrd_timedout. */
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t m;
static int data;

static int work(void *arg) {
    (void)arg;
    mtx_lock(&m);
    data++;
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t t;
    struct timespec when = {0, 0};
    assert(mtx_init(&m, mtx_timed) == thrd_success);
    thrd_create(&t, work, 0);
    int answer = mtx_timedlock(&m, &when);
    assert(answer == thrd_success || answer == thrd_timedout);
    if (answer == thrd_success) {
        data++;
        mtx_unlock(&m);
    }
    thrd_join(t, 0);
    assert(data == (answer == thrd_success ? 2 : 1));
    return 0;
}

// verdict: ok

/* A timed wait ends by the signal or by the clock. */
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t m;
static cnd_t c;
static int ready;

static int set(void *arg) {
    (void)arg;
    mtx_lock(&m);
    ready = 1;
    cnd_signal(&c);
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t t;
    struct timespec when = {0, 0};
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    thrd_create(&t, set, 0);
    mtx_lock(&m);
    int answer = ready ? thrd_success : cnd_timedwait(&c, &m, &when);
    assert(answer == thrd_timedout || (answer == thrd_success && ready));
    mtx_unlock(&m);
    thrd_join(t, 0);
    return 0;
}

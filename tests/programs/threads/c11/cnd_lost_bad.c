// verdict: bugs
// bug: deadlock 22

/* A signal before the wait is lost here too. */
#include <threads.h>

static mtx_t m;
static cnd_t c;

static int set(void *arg) {
    (void)arg;
    cnd_signal(&c);
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    thrd_create(&t, set, 0);
    mtx_lock(&m);
    cnd_wait(&c, &m);
    mtx_unlock(&m);
    thrd_join(t, 0);
    return 0;
}

// verdict: bugs
// bug: lock-misuse 11

/* Unlocking what another thread holds. */
#include <threads.h>

static mtx_t m;

static int unlock(void *arg) {
    (void)arg;
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_plain);
    mtx_lock(&m);
    thrd_create(&t, unlock, 0);
    thrd_join(t, 0);
    mtx_unlock(&m);
    return 0;
}

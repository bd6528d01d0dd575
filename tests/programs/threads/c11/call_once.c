// verdict: ok

/* call_once. */
#include <assert.h>
#include <threads.h>

static once_flag flag = ONCE_FLAG_INIT;
static int times;

static void init(void) {
    times++;
}

static int work(void *arg) {
    (void)arg;
    call_once(&flag, init);
    assert(times == 1);
    return 0;
}

int main(void) {
    thrd_t t[2];
    for (int i = 0; i < 2; i++)
        thrd_create(&t[i], work, 0);
    for (int i = 0; i < 2; i++)
        thrd_join(t[i], 0);
    return 0;
}

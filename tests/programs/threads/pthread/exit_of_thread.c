// verdict: ok

/* pthread_exit ends the thread from inside a call; nothing after it runs. */
#include <assert.h>
#include <pthread.h>

static int after;

static void deep(int n) {
    if (n == 0)
        pthread_exit((void *)&after);
    deep(n - 1);
    after = 1;
}

static void *work(void *arg) {
    deep(3);
    return arg;
}

int main(void) {
    pthread_t t;
    void *value;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, &value);
    assert(value == &after && after == 0);
    return 0;
}

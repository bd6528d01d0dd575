// verdict: ok

/* pthread_join of a thread of thrd_create, and the other way round. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <threads.h>

static int eleven(void *arg) {
    return *(int *)arg;
}

static void *pointer(void *arg) {
    return arg;
}

int main(void) {
    thrd_t t;
    void *value;
    int in = 11, out;
    assert(thrd_create(&t, eleven, &in) == thrd_success);
    assert(pthread_join(t, &value) == 0);
    assert((int)(intptr_t)value == 11);
    assert(pthread_create(&t, 0, pointer, (void *)12) == 0);
    assert(thrd_join(t, &out) == thrd_success && out == 12);
    return 0;
}

// verdict: ok
// assumption: weaker atomics

/* GCC's __atomic builtins on plain variables. */
#include <assert.h>
#include <pthread.h>

static int count, ready, data;

static void *work(void *arg) {
    __atomic_add_fetch(&count, 1, __ATOMIC_SEQ_CST);
    data = 42;
    __atomic_store_n(&ready, 1, __ATOMIC_RELEASE);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    __atomic_add_fetch(&count, 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&ready, __ATOMIC_ACQUIRE))
        assert(data == 42);
    pthread_join(t, 0);
    assert(count == 2);
    return 0;
}

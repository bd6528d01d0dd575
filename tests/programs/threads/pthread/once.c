// verdict: ok

/* The routine runs once; who comes second waits for its end and sees what it did. */
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int times;

static void init(void) {
    times++;
}

static void *use(void *arg) {
    assert(pthread_once(&once, init) == 0);
    assert(times == 1);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, use, 0);
    use(0);
    pthread_join(t, 0);
    assert(times == 1);
    return 0;
}

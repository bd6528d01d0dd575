// verdict: ok

/* Lazy initialisation by pthread_once: done once, before anybody goes on. */
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int value, times;

static void init(void) {
    value = 42;
    times++;
}

static void *use(void *arg) {
    pthread_once(&once, init);
    assert(value == 42);
    return arg;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, use, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(times == 1);
    return 0;
}

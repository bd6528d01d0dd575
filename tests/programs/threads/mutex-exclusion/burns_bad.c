// verdict: bugs
// bug: assert 17
// bug: race 16 16
// bug: race 16 17

/* Burns and Lynch's algorithm without the second look at the smaller thread's flag. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int flag[2];
static int owner;

static void critical(int me) {
    owner = me;
    assert(owner == me);
}

static void *first(void *arg) {
    (void)arg;
    flag[0] = 1;
    while (flag[1])
        ;
    critical(0);
    flag[0] = 0;
    return 0;
}

static void *second(void *arg) {
    (void)arg;
    flag[1] = 0;
    while (flag[0])
        ;
    flag[1] = 1;
    critical(1);
    flag[1] = 0;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

// verdict: bugs
// bug: null 15
// bug: assert 20
// bug: div-by-zero 28

/* One thread's bug does not hide another's: each stops its own thread only. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int zero;
static int *_Atomic nowhere;

static void *first(void *arg) {
    *nowhere = 1;
    return arg;
}

static void *second(void *arg) {
    assert(zero == 1);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    return 1 / zero;
}

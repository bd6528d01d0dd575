/* reorder, v1 against v0: the checker allows b to be one ahead, which is not enough.
   Kind: 1 statement modified. Effect: none: the assertion still fails. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SETS = 6, CHECKS = 3 };
static atomic_int a, b;

static void *set(void *arg) {
    for (int i = 1; i <= SETS; i++) {
        a = i;
        b = -i;
    }
    return arg;
}

static void *check(void *arg) {
    for (int i = 0; i < CHECKS; i++) {
        int p = a;
        int q = b;
        assert(p + q >= -1);
    }
    return arg;
}

int main(void) {
    pthread_t s, c;
    pthread_create(&s, 0, set, 0);
    pthread_create(&c, 0, check, 0);
    pthread_join(s, 0);
    pthread_join(c, 0);
    assert(a + b == 0);
    return 0;
}

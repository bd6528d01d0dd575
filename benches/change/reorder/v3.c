/* reorder, v3 against v0: the checker reads b first, and checks only once the setter has begun.
   Kind: 1 statement moved, 1 guard added. Effect: fixes the assertion. */
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
        int q = b;
        int p = a;
        if (p != 0)
            assert(p + q >= 0);
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

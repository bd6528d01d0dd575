/* reorder, v5 against v0: the setter writes a third number, which main checks at the end.
   Kind: 3 statements added. Effect: none: the assertion still fails. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SETS = 6, CHECKS = 3 };
static atomic_int a, b, c_;

static void *set(void *arg) {
    for (int i = 1; i <= SETS; i++) {
        a = i;
        b = -i;
        c_ = 2 * i;
    }
    return arg;
}

static void *check(void *arg) {
    for (int i = 0; i < CHECKS; i++) {
        int p = a;
        int q = b;
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
    assert(c_ == 2 * SETS);
    assert(c_ == a - b);
    return 0;
}

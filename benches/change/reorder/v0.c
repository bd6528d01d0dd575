/* reorder, v0: the setter counts a up and b down, six times; the checker reads a and then b, three times. It
   may read an old a and a new b: the assertion fails, as in the original. */
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

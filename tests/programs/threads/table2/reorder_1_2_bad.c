// verdict: bugs
// bug: assert 22
// runs baseline: 304 0
// runs dpor: 16 0
// runs ag: 9 7
// runs ag-assert: 2 1

/* reorder2, one setter and two checkers. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;

static void *set(void *arg) {
    a = 1;
    b = -1;
    return arg;
}

static void *check(void *arg) {
    assert((a == 0 && b == 0) || (a == 1 && b == -1));
    return arg;
}

int main(void) {
    pthread_t s, c[2];
    pthread_create(&s, 0, set, 0);
    pthread_create(&c[0], 0, check, 0);
    pthread_create(&c[1], 0, check, 0);
    pthread_join(s, 0);
    pthread_join(c[0], 0);
    pthread_join(c[1], 0);
    return 0;
}

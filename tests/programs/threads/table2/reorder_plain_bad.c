// verdict: bugs
// bug: assert 23
// bug: race 17 23
// bug: race 18 23
// runs baseline: 7 0
// runs dpor: 4 0
// runs ag: 3 1
// runs ag-assert: 2 1

/* reorder2 with plain ints, as in the original: races as well. */
#include <assert.h>
#include <pthread.h>

static int a, b;

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
    pthread_t s, c;
    pthread_create(&s, 0, set, 0);
    pthread_create(&c, 0, check, 0);
    pthread_join(s, 0);
    pthread_join(c, 0);
    return 0;
}

// verdict: bugs
// bug: assert 22
// runs baseline: 7 0
// runs dpor: 4 0
// runs ag: 3 1
// runs ag-assert: 2 1

/* reorder2, one setter and one checker: the checker may see a and not b. */
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
    pthread_t s, c;
    pthread_create(&s, 0, set, 0);
    pthread_create(&c, 0, check, 0);
    pthread_join(s, 0);
    pthread_join(c, 0);
    return 0;
}

// verdict: bugs
// bug: assert 24
// runs baseline: 32 0
// runs dpor: 13 0
// runs ag: 3 5
// runs ag-assert: 3 2

/* reorder2, one setter that sets twice and one checker. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;

static void *set(void *arg) {
    for (int i = 0; i < 2; i++) {
        a = 1;
        b = -1;
    }
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

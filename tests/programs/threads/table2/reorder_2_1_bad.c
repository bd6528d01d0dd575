// verdict: bugs
// bug: assert 22
// runs baseline: 172 0
// runs dpor: 56 0
// runs ag: 6 22
// runs ag-assert: 4 2

/* reorder2, two setters and one checker. */
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
    pthread_t s[2], c;
    pthread_create(&s[0], 0, set, 0);
    pthread_create(&s[1], 0, set, 0);
    pthread_create(&c, 0, check, 0);
    pthread_join(s[0], 0);
    pthread_join(s[1], 0);
    pthread_join(c, 0);
    return 0;
}

// verdict: bugs
// bug: assert 22
// runs baseline: 7038 0
// runs dpor: 1248 0
// runs ag: 12 170
// runs ag-assert: 8 15

/* reorder2, three setters and one checker. */
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
    pthread_t s[3], c;
    for (int i = 0; i < 3; i++)
        pthread_create(&s[i], 0, set, 0);
    pthread_create(&c, 0, check, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(s[i], 0);
    pthread_join(c, 0);
    return 0;
}

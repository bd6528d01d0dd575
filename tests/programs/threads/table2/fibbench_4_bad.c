// verdict: bugs
// bug: assert 35
// bug: assert 36
// runs baseline: 12870 0
// runs dpor: 1107 0
// runs ag: 4 68
// runs ag-assert: 4 59

/* fibbench, four rounds: 55 is reached. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ROUNDS = 4, MOST = 55 };
static atomic_int i = 1, j = 1;

static void *add_to_i(void *arg) {
    for (int k = 0; k < ROUNDS; k++)
        i = i + j;
    return arg;
}

static void *add_to_j(void *arg) {
    for (int k = 0; k < ROUNDS; k++)
        j = j + i;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add_to_i, 0);
    pthread_create(&b, 0, add_to_j, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(i < MOST);
    assert(j < MOST);
    return 0;
}

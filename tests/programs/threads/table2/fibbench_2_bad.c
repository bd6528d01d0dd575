// verdict: bugs
// bug: assert 36
// bug: assert 37
// runs baseline: 70 0
// runs dpor: 19 0
// runs ag: 4 12
// runs ag-assert: 4 11

/* fibbench, two rounds: the assertions say that the largest number, 8, is not reached; one interleaving of each
   kind reaches it. The first failing assertion stops main, so each of the two needs a run of its own. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ROUNDS = 2, MOST = 8 };
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

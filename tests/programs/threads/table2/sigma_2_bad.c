// verdict: bugs
// bug: assert 33
// runs baseline: 45 0
// runs dpor: 8 0
// runs ag: 5 3
// runs ag-assert: 1 1

/* sigma with two threads: each marks the cell that the index names when it runs, while main counts the index on. A
   cell is marked twice, or the one behind the last (there is room for it), and the sum is short. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SIGMA = 2 };
static atomic_int array[SIGMA + 1], index_;

static void *mark(void *arg) {
    array[index_] = 1;
    return arg;
}

int main(void) {
    pthread_t t[SIGMA];
    for (int i = 0; i < SIGMA; i++) {
        pthread_create(&t[i], 0, mark, 0);
        index_ = i + 1;
    }
    for (int i = 0; i < SIGMA; i++)
        pthread_join(t[i], 0);
    int sum = 0;
    for (int i = 0; i < SIGMA; i++)
        sum += array[i];
    assert(sum == SIGMA);
    return 0;
}

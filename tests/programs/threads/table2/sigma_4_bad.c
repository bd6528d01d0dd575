// verdict: bugs
// bug: assert 32
// runs baseline: 106920 0
// runs dpor: 384 0
// runs ag: 26 205
// runs ag-assert: 1 1

/* sigma with four threads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SIGMA = 4 };
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

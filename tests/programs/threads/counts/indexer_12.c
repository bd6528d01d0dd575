// verdict: ok
// runs dpor: 8 0

/* The indexer with 12 threads: each puts four messages into a hash table by compare-and-swap. Three pairs of threads meet in a cell: 2^3 runs. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { THREADS = 12, SIZE = 128, MESSAGES = 4 };
static atomic_int table[SIZE];

static void *insert(void *arg) {
    int me = (int)(intptr_t)arg;
    for (int m = 1; m <= MESSAGES; m++) {
        int w = m * 11 + me, h = w * 7 % SIZE, empty = 0;
        while (!atomic_compare_exchange_strong(&table[h], &empty, w)) {
            h = (h + 1) % SIZE;
            empty = 0;
        }
    }
    return 0;
}

int main(void) {
    pthread_t t[THREADS];
    for (intptr_t i = 0; i < THREADS; i++)
        pthread_create(&t[i], 0, insert, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], 0);
    return 0;
}

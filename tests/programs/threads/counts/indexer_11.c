// verdict: ok
// runs dpor: 1 0

/* The indexer with 11 threads: each puts four messages into a hash table by compare-and-swap. Up to eleven threads never meet in a cell: one run. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { THREADS = 11, SIZE = 128, MESSAGES = 4 };
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

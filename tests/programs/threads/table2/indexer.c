// verdict: ok
// runs dpor: 1 0
// runs ag: 1 0
// runs ag-assert: 1 0

/* indexer, two threads as in the table: the compare-and-swap is a mutex a cell. The cells are different ones, so no
   mutex is fought for. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

enum { THREADS = 2, SIZE = 128, MESSAGES = 4 };
static pthread_mutex_t lock[SIZE];
static int table[SIZE];

static int swap_if_empty(int h, int value) {
    int done = 0;
    pthread_mutex_lock(&lock[h]);
    if (table[h] == 0) {
        table[h] = value;
        done = 1;
    }
    pthread_mutex_unlock(&lock[h]);
    return done;
}

static void *insert(void *arg) {
    int me = (int)(intptr_t)arg;
    for (int m = 1; m <= MESSAGES; m++) {
        int w = m * 11 + me, h = w * 7 % SIZE;
        while (!swap_if_empty(h, w))
            h = (h + 1) % SIZE;
    }
    return 0;
}

int main(void) {
    pthread_t t[THREADS];
    for (int i = 0; i < SIZE; i++)
        pthread_mutex_init(&lock[i], 0);
    for (intptr_t i = 0; i < THREADS; i++)
        pthread_create(&t[i], 0, insert, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], 0);
    int filled = 0;
    for (int i = 0; i < SIZE; i++)
        filled += table[i] != 0;
    assert(filled == THREADS * MESSAGES);
    return 0;
}

/* indexer, v4 against v0: main counts the free cells too, in a variable that nobody reads.
   Kind: 2 statements added. Effect: none. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

enum { THREADS = 2, SIZE = 32, MESSAGES = 10 };
static pthread_mutex_t lock[SIZE];
static int table[SIZE];
static volatile int unused;

static int hash(int message) {
    return message / 11 * 2 % SIZE;
}

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
        int w = m * 11 + me, h = hash(w);
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
    unused = SIZE;
    unused -= filled;
    assert(filled == THREADS * MESSAGES);
    return 0;
}

// verdict: ok
// runs dpor: 12 0

/* Last zero with 3 writers: each writes one more than its left neighbour's cell, a reader looks for the last zero from the
   right. Optimal partial order reduction explores (n + 3) * 2^(n - 2) runs. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { WRITERS = 3 };
static atomic_int cell[WRITERS + 1];

static void *reader(void *arg) {
    int i = WRITERS;
    while (cell[i] != 0)
        i--;
    assert(i >= 0);
    return arg;
}

static void *writer(void *arg) {
    intptr_t me = (intptr_t)arg;
    cell[me] = cell[me - 1] + 1;
    return 0;
}

int main(void) {
    pthread_t r, w[WRITERS];
    pthread_create(&r, 0, reader, 0);
    for (intptr_t i = 0; i < WRITERS; i++)
        pthread_create(&w[i], 0, writer, (void *)(i + 1));
    pthread_join(r, 0);
    for (int i = 0; i < WRITERS; i++)
        pthread_join(w[i], 0);
    return 0;
}

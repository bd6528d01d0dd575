// verdict: ok
// runs dpor: 1 0

/* 64 threads, each writes its own cell of an array: nothing conflicts, one run. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

enum { THREADS = 64 };
static int cell[THREADS];

static void *mark(void *arg) {
    cell[(intptr_t)arg] = 1;
    return 0;
}

int main(void) {
    pthread_t t[THREADS];
    for (intptr_t i = 0; i < THREADS; i++)
        pthread_create(&t[i], 0, mark, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], 0);
    for (int i = 0; i < THREADS; i++)
        assert(cell[i] == 1);
    return 0;
}

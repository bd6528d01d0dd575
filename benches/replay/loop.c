/* A compute loop beside a little synchronisation: what instrumentation costs where nothing is shared. It is checked with
   no rounds and replayed with many. */
#include <assert.h>
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 0
#endif
enum { SIZE = 10000 };
static unsigned table[2][SIZE];
static int done;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
    unsigned *mine = table[(long)arg];
    for (int r = 0; r < ROUNDS; r++)
        for (int i = 1; i < SIZE; i++)
            mine[i] = mine[i] * 5 + mine[i - 1] + (unsigned)r;
    pthread_mutex_lock(&m);
    done++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, (void *)0);
    pthread_create(&b, 0, work, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(done == 2);
    return 0;
}

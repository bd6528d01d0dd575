// verdict: ok

/* A token goes round three threads, twice, each waits for its turn with a condition variable of its own. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

enum { N = 3, ROUNDS = 2 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t mine[N] = {PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER};
static int token, hops;

static void *station(void *arg) {
    int me = (int)(intptr_t)arg;
    for (int round = 0; round < ROUNDS; round++) {
        pthread_mutex_lock(&m);
        while (token != me)
            pthread_cond_wait(&mine[me], &m);
        assert(hops % N == me);
        hops++;
        token = (me + 1) % N;
        pthread_cond_signal(&mine[token]);
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void) {
    pthread_t t[N];
    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, station, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    assert(hops == N * ROUNDS);
    return 0;
}

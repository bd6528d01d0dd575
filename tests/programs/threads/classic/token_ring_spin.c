// verdict: ok

/* The token as an atomic that everybody spins on: one order only, whatever the reduction. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { N = 3 };
static atomic_int token;
static int hops;

static void *station(void *arg) {
    int me = (int)(intptr_t)arg;
    while (token != me)
        ;
    assert(hops == me);
    hops++;
    token = me + 1;
    return 0;
}

int main(void) {
    pthread_t t[N];
    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, station, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    assert(hops == N);
    return 0;
}

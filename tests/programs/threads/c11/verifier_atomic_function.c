// verdict: ok

/* A function whose name begins with __VERIFIER_atomic_ is one step. */
#include <assert.h>
#include <pthread.h>

static int count;

static int __VERIFIER_atomic_next(void) {
    int n = count;
    count = n + 1;
    return n;
}

static void *take(void *arg) {
    *(int *)arg = __VERIFIER_atomic_next();
    return 0;
}

int main(void) {
    pthread_t t[2];
    int got[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, take, &got[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(got[0] + got[1] == 1 && count == 2);
    return 0;
}

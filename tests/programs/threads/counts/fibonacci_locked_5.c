// verdict: ok
// runs baseline: 252 0
// runs dpor: 252 0

/* The Fibonacci pair with plain ints and every round under one mutex, 5 rounds: the 10 critical sections can be merged
   in 10 over 5 = 252 ways. */
#include <assert.h>
#include <pthread.h>

enum { ROUNDS = 5, MOST = 144 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int i = 1, j = 1;

static void *add_to_i(void *arg) {
    for (int k = 0; k < ROUNDS; k++) {
        pthread_mutex_lock(&m);
        i += j;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

static void *add_to_j(void *arg) {
    for (int k = 0; k < ROUNDS; k++) {
        pthread_mutex_lock(&m);
        j += i;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add_to_i, 0);
    pthread_create(&b, 0, add_to_j, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(i <= MOST && j <= MOST);
    return 0;
}

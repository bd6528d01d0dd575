// verdict: bugs
// bug: assert 27

/* A deposit and a withdrawal that load and store an atomic balance in two steps: one of them is lost. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int balance = 10;

static void *deposit(void *arg) {
    balance = balance + 5;
    return arg;
}

static void *withdraw(void *arg) {
    balance = balance - 3;
    return arg;
}

int main(void) {
    pthread_t d, w;
    pthread_create(&d, 0, deposit, 0);
    pthread_create(&w, 0, withdraw, 0);
    pthread_join(d, 0);
    pthread_join(w, 0);
    assert(balance == 12);
    return 0;
}

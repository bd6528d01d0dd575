// verdict: bugs
// bug: race 12 17
// bug: assert 27

/* The same with a plain balance: the lost update is a data race as well. */
#include <assert.h>
#include <pthread.h>

static int balance = 10;

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

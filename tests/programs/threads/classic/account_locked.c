// verdict: ok

/* The same under a mutex. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int balance = 10;

static void *deposit(void *arg) {
    pthread_mutex_lock(&m);
    balance = balance + 5;
    pthread_mutex_unlock(&m);
    return arg;
}

static void *withdraw(void *arg) {
    pthread_mutex_lock(&m);
    balance = balance - 3;
    pthread_mutex_unlock(&m);
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

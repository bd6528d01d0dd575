// verdict: bugs
// bug: assert 29

/* Every access is locked, but looking and taking are two critical sections: both see enough money. No race. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int balance = 10;

static void *withdraw(void *arg) {
    pthread_mutex_lock(&m);
    int enough = balance >= 7;
    pthread_mutex_unlock(&m);
    if (enough) {
        pthread_mutex_lock(&m);
        balance -= 7;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, withdraw, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(balance >= 0);
    return 0;
}

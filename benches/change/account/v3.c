/* account, v3 against v0: every deposit costs a fee of one, which is in the check; no deposit is zero.
   Kind: 1 statement added, 2 modified. Effect: none. */
#include <assert.h>
#include <pthread.h>
#include <rethread.h>

enum { DEPOSITS = 2, WITHDRAWALS = 3, CHECKS = 2, MOST = 1000 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned x, y, z, balance, deposited, withdrawn;

static void *deposit(void *arg) {
    for (int i = 0; i < DEPOSITS; i++) {
        pthread_mutex_lock(&m);
        balance = balance + y - 1;
        deposited++;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

static void *withdraw(void *arg) {
    for (int i = 0; i < WITHDRAWALS; i++) {
        pthread_mutex_lock(&m);
        if (balance >= z) {
            balance = balance - z;
            withdrawn++;
        }
        pthread_mutex_unlock(&m);
    }
    return arg;
}

static void *check(void *arg) {
    for (int i = 0; i < CHECKS; i++) {
        pthread_mutex_lock(&m);
        assert(balance == x + deposited * y - deposited - withdrawn * z);
        pthread_mutex_unlock(&m);
    }
    return arg;
}

static unsigned amount(const char *name) {
    unsigned n;
    rethread_symbolic(&n, sizeof n, name);
    rethread_assume(n <= MOST);
    return n;
}

int main(void) {
    pthread_t t[3];
    x = amount("x");
    y = amount("y");
    z = amount("z");
    rethread_assume(y > 0);
    balance = x;
    pthread_create(&t[0], 0, deposit, 0);
    pthread_create(&t[1], 0, withdraw, 0);
    pthread_create(&t[2], 0, check, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}

// verdict: bugs
// bug: assert 36
// runs baseline: 8 0
// runs dpor: 8 0
// runs ag: 5 2
// runs ag-assert: 1 1

/* account: the check after deposit and withdrawal has a wrong sign; amounts are inputs. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y, z, balance, deposited, withdrawn;

static void *deposit(void *arg) {
    pthread_mutex_lock(&m);
    balance = balance + y;
    deposited = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

static void *withdraw(void *arg) {
    pthread_mutex_lock(&m);
    balance = balance - z;
    withdrawn = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

static void *check(void *arg) {
    pthread_mutex_lock(&m);
    if (deposited && withdrawn)
        assert(balance == x - y - z);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t[3];
    x = __VERIFIER_nondet_int();
    y = __VERIFIER_nondet_int();
    z = __VERIFIER_nondet_int();
    balance = x;
    pthread_create(&t[0], 0, deposit, 0);
    pthread_create(&t[1], 0, withdraw, 0);
    pthread_create(&t[2], 0, check, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}

// verdict: ok

/* The same transfers, with the locks taken in one order: the sum is kept and nobody waits for ever. */
#include <assert.h>
#include <pthread.h>

struct account {
    pthread_mutex_t m;
    int balance;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 10}, {PTHREAD_MUTEX_INITIALIZER, 10}};

static void transfer(int from, int to, int amount) {
    int first = from < to ? from : to, second = from < to ? to : from;
    pthread_mutex_lock(&accounts[first].m);
    pthread_mutex_lock(&accounts[second].m);
    accounts[from].balance -= amount;
    accounts[to].balance += amount;
    pthread_mutex_unlock(&accounts[second].m);
    pthread_mutex_unlock(&accounts[first].m);
}

static void *there(void *arg) {
    transfer(0, 1, 3);
    return arg;
}

static void *back(void *arg) {
    transfer(1, 0, 5);
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, there, 0);
    pthread_create(&u, 0, back, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(accounts[0].balance == 12 && accounts[1].balance == 8);
    return 0;
}

// verdict: bugs
// bug: deadlock 32

/* Transfers that lock the source first: two opposite ones wait for each other. */
#include <pthread.h>

struct account {
    pthread_mutex_t m;
    int balance;
};

static struct account a = {PTHREAD_MUTEX_INITIALIZER, 10}, b = {PTHREAD_MUTEX_INITIALIZER, 10};

static void transfer(struct account *from, struct account *to, int amount) {
    pthread_mutex_lock(&from->m);
    pthread_mutex_lock(&to->m);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&to->m);
    pthread_mutex_unlock(&from->m);
}

static void *there(void *arg) {
    transfer(&a, &b, 3);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, there, 0);
    pthread_mutex_lock(&b.m);
    pthread_mutex_lock(&a.m);
    b.balance -= 5;
    a.balance += 5;
    pthread_mutex_unlock(&a.m);
    pthread_mutex_unlock(&b.m);
    pthread_join(t, 0);
    return 0;
}

// verdict: bugs
// bug: assert 26

/* Input and schedule together: only an amount above the limit, read between two updates, breaks it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);

static atomic_int total;

static void *add(void *arg) {
    int amount = __VERIFIER_nondet_int();
    if (amount < 0 || amount > 100)
        return arg;
    atomic_fetch_add(&total, amount);
    atomic_fetch_sub(&total, amount);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    int seen = total;
    assert(seen != 77);
    pthread_join(t, 0);
    return 0;
}

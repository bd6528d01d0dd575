// Two tellers, two accounts, two mistakes.
//
// args: --jobs 2
// verdict: bugs
// bug: race 24 28
// bug: race 24 29
// bug: assert 30
// bug: deadlock 52
// no-replay: schedules are not replayed yet
// Each teller moves money between the accounts. It checks the balance before it takes the lock, so both
// may find enough for their own withdrawal; and they take the two locks in different orders.
#include <assert.h>
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account savings = {PTHREAD_MUTEX_INITIALIZER, 100};
static struct account checking = {PTHREAD_MUTEX_INITIALIZER, 0};

static void transfer(struct account *from, struct account *to, int amount) {
    if (from->balance < amount)
        return;
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock);
    from->balance -= amount;
    to->balance += amount;
    assert(from->balance >= 0);
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}

static void *first(void *unused) {
    (void)unused;
    transfer(&savings, &checking, 80);
    return 0;
}

static void *second(void *unused) {
    (void)unused;
    transfer(&savings, &checking, 50);
    transfer(&checking, &savings, 10);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(savings.balance + checking.balance == 100);
    return 0;
}

// verdict: bugs
// bug: deadlock 56

/* The same queue lock, but the node says it is waiting only after it was linked: the wake-up can come before
   that and is lost. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

struct node {
    _Atomic(struct node *) next;
    atomic_int waiting;
};

static _Atomic(struct node *) tail;
static struct node nodes[2];
static int owner;

static void lock(struct node *n) {
    struct node *before = atomic_exchange(&tail, n);
    if (before) {
        before->next = n;
        n->waiting = 1;
        while (n->waiting)
            ;
    }
}

static void unlock(struct node *n) {
    struct node *after = n->next;
    if (!after) {
        struct node *expected = n;
        if (atomic_compare_exchange_strong(&tail, &expected, 0))
            return;
        while (!(after = n->next))
            ;
    }
    after->waiting = 0;
}

static void *enter(void *arg) {
    int me = (int)(intptr_t)arg;
    lock(&nodes[me]);
    owner = me;
    assert(owner == me);
    unlock(&nodes[me]);
    return 0;
}

int main(void) {
    pthread_t t[2];
    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&t[i], 0, enter, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}

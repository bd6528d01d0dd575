// verdict: bugs
// bug: assert 44
// bug: race 21 33

/* The same queue where the node is linked in before its value is written. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    int value;
    _Atomic(struct node *) next;
};

static struct node nodes[2];
static _Atomic(struct node *) head = &nodes[0], tail = &nodes[0];

static void put(struct node *n, int value) {
    struct node *last = tail, *next = 0;
    atomic_compare_exchange_strong(&last->next, &next, n);
    n->value = value;
    atomic_compare_exchange_strong(&tail, &last, n);
}

static int take(void) {
    for (;;) {
        struct node *first = head, *last = tail, *next = first->next;
        if (!next)
            return -1;
        if (first == last)
            atomic_compare_exchange_strong(&tail, &last, next);
        else if (atomic_compare_exchange_strong(&head, &first, next))
            return next->value;
    }
}

static void *produce(void *arg) {
    put(&nodes[1], 1);
    return arg;
}

static void *consume(void *arg) {
    int value = take();
    assert(value == -1 || value == 1);
    return arg;
}

int main(void) {
    pthread_t p, c;
    pthread_create(&p, 0, produce, 0);
    pthread_create(&c, 0, consume, 0);
    pthread_join(p, 0);
    pthread_join(c, 0);
    return 0;
}

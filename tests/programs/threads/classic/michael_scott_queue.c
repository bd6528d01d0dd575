// verdict: ok

/* Michael and Scott's lock-free queue: one thread puts two nodes in, another takes out until it has both. They come
   in order. Nodes are not freed. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    int value;
    _Atomic(struct node *) next;
};

static struct node nodes[3];
static _Atomic(struct node *) head = &nodes[0], tail = &nodes[0];

static void put(struct node *n, int value) {
    n->value = value;
    for (;;) {
        struct node *last = tail, *next = last->next;
        if (next) {
            atomic_compare_exchange_strong(&tail, &last, next);
        } else if (atomic_compare_exchange_strong(&last->next, &next, n)) {
            atomic_compare_exchange_strong(&tail, &last, n);
            return;
        }
    }
}

static int take(void) {
    for (;;) {
        struct node *first = head, *last = tail, *next = first->next;
        if (!next)
            return 0;
        if (first == last)
            atomic_compare_exchange_strong(&tail, &last, next);
        else if (atomic_compare_exchange_strong(&head, &first, next))
            return next->value;
    }
}

static void *produce(void *arg) {
    put(&nodes[1], 1);
    put(&nodes[2], 2);
    return arg;
}

static void *consume(void *arg) {
    int value = take();
    assert(value == 0 || value == 1);
    if (value == 1) {
        value = take();
        assert(value == 0 || value == 2);
    }
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

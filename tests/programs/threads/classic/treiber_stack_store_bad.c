// verdict: bugs
// bug: assert 32

/* Pushing with a plain store instead of a compare-and-swap: a push is lost, and somebody pops nothing or the same
   node twice. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

struct node {
    _Atomic(struct node *) next;
};

static _Atomic(struct node *) top;
static struct node nodes[2];

static void *work(void *arg) {
    struct node *n = &nodes[(intptr_t)arg];
    n->next = top;
    top = n;
    return 0;
}

int main(void) {
    pthread_t t[2];
    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    struct node *first = top;
    assert(first->next != 0);
    return 0;
}

// verdict: ok

/* Treiber's lock-free stack, nodes never freed while it is in use: two threads push one node and pop one, and
   between them get each node once. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

struct node {
    struct node *next;
};

static _Atomic(struct node *) top;
static struct node nodes[2];
static struct node *got[2];

static void push(struct node *n) {
    struct node *old = top;
    do
        n->next = old;
    while (!atomic_compare_exchange_strong(&top, &old, n));
}

static struct node *pop(void) {
    struct node *old = top;
    while (old && !atomic_compare_exchange_strong(&top, &old, old->next))
        ;
    return old;
}

static void *work(void *arg) {
    int me = (int)(intptr_t)arg;
    push(&nodes[me]);
    got[me] = pop();
    return 0;
}

int main(void) {
    pthread_t t[2];
    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(got[0] && got[1] && got[0] != got[1] && !top);
    return 0;
}

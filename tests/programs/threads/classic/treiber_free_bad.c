// verdict: bugs
// bug: use-after-free 22
// bug: race 22 24

/* Treiber's stack whose pop frees its node at once: the other pop has loaded the top and reads the link of a node
   that is gone. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    _Atomic(struct node *) next;
};

static _Atomic(struct node *) top;

static void *pop(void *arg) {
    struct node *old = top, *next;
    do {
        if (!old)
            return arg;
        next = old->next;
    } while (!atomic_compare_exchange_strong(&top, &old, next));
    free(old);
    return arg;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = top;
        top = n;
    }
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, pop, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}

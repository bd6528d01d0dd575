// verdict: ok

/* Read, copy, update: the writer publishes a new copy, waits until the reader is out, then frees the old one. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct pair {
    int a, b;
};

static _Atomic(struct pair *) current;
static atomic_int reading;

static void *reader(void *arg) {
    reading = 1;
    struct pair *p = current;
    assert(p->a == p->b);
    reading = 0;
    return arg;
}

int main(void) {
    pthread_t t;
    struct pair *old = malloc(sizeof *old), *new = malloc(sizeof *new);
    old->a = old->b = 1;
    current = old;
    pthread_create(&t, 0, reader, 0);
    new->a = new->b = 2;
    current = new;
    while (reading)
        ;
    free(old);
    pthread_join(t, 0);
    free(new);
    return 0;
}

// verdict: ok

/* Two owners drop their reference; the one that drops the last frees. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int refs;
    int data;
};

static void drop(struct object *o) {
    if (atomic_fetch_sub(&o->refs, 1) == 1)
        free(o);
}

static void *use(void *arg) {
    struct object *o = arg;
    assert(o->data == 7);
    drop(o);
    return 0;
}

int main(void) {
    pthread_t t;
    struct object *o = malloc(sizeof *o);
    o->refs = 2;
    o->data = 7;
    pthread_create(&t, 0, use, o);
    assert(o->data == 7);
    drop(o);
    pthread_join(t, 0);
    return 0;
}

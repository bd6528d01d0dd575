// verdict: bugs
// bug: use-after-free 25
// bug: race 18 25

/* An owner that looks at the data after it has dropped its reference. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int refs;
    int data;
};

static int drop(struct object *o) {
    if (atomic_fetch_sub(&o->refs, 1) > 1)
        return 0;
    free(o);
    return 1;
}

static void *use(void *arg) {
    struct object *o = arg;
    if (!drop(o))
        return o->data == 7 ? o : 0;
    return 0;
}

int main(void) {
    pthread_t t;
    struct object *o = malloc(sizeof *o);
    o->refs = 2;
    o->data = 7;
    pthread_create(&t, 0, use, o);
    drop(o);
    pthread_join(t, 0);
    return 0;
}

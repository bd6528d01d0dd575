// verdict: bugs
// bug: use-after-free 22
// bug: race 17 22
// bug: race 20 22

/* An object with its own mutex is freed by who drops it last, while the other one still looks at it after its unlock. */
#include <pthread.h>
#include <stdlib.h>

struct object {
    pthread_mutex_t m;
    int refs;
};

static int drop(struct object *o) {
    pthread_mutex_lock(&o->m);
    int left = --o->refs;
    pthread_mutex_unlock(&o->m);
    if (left == 0)
        free(o);
    else
        left = o->refs;
    return left;
}

static void *work(void *arg) {
    drop(arg);
    return 0;
}

int main(void) {
    pthread_t t;
    struct object *o = malloc(sizeof *o);
    pthread_mutex_init(&o->m, 0);
    o->refs = 2;
    pthread_create(&t, 0, work, o);
    drop(o);
    pthread_join(t, 0);
    return 0;
}

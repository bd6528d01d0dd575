// verdict: bugs
// bug: assert 30
// bug: race 22 30

/* The pointer is published before what it points to is written: the other thread sees the zero. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(int *) shared;

static int *get(void) {
    int *p = shared;
    if (!p) {
        pthread_mutex_lock(&m);
        p = shared;
        if (!p) {
            p = calloc(1, sizeof *p);
            shared = p;
            *p = 42;
        }
        pthread_mutex_unlock(&m);
    }
    return p;
}

static void *use(void *arg) {
    assert(*get() == 42);
    return arg;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, use, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    free(shared);
    return 0;
}

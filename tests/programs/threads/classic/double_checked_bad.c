// verdict: bugs
// bug: race 15 22
// bug: race 21 30

/* Double-checked locking with a plain pointer: the first look races with the store, and the use of what it points
   to with its initialisation. Under sequential consistency the assertion still holds. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *shared;

static int *get(void) {
    int *p = shared;
    if (!p) {
        pthread_mutex_lock(&m);
        p = shared;
        if (!p) {
            p = malloc(sizeof *p);
            *p = 42;
            shared = p;
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

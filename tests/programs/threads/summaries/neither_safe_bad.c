// verdict: bugs
// bug: assert 57
/* What is known of each order of the threads is safe for positive `w`, or for others: for both orders it is safe for no `w`. On both sides of the
   branch on `z` nothing is known therefore, which must not become that everything is safe. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include "rethread.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int last, copied;
static int *fresh;

static void *one(void *arg) {
    pthread_mutex_lock(&lock);
    last = 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *two(void *arg) {
    pthread_mutex_lock(&lock);
    last = 2;
    pthread_mutex_unlock(&lock);
    return arg;
}

/* No bug, and no formula: what nobody wrote has no name. */
static void copy(void) {
    copied = *fresh;
}

int main(void) {
    int q, x, y, z, w, k = 1;
    rethread_symbolic(&q, sizeof q, "q");
    rethread_symbolic(&x, sizeof x, "x");
    rethread_symbolic(&y, sizeof y, "y");
    rethread_symbolic(&z, sizeof z, "z");
    fresh = malloc(sizeof *fresh);
    if (q > 0)
        k = 2;
    if (z > 0)
        w = x;
    else
        w = y;
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (last == 1) {
        if (w > 0)
            copy();
    } else if (w <= 0) {
        copy();
    }
    assert(k == 1);
    return 0;
}

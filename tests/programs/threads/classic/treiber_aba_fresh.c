// verdict: ok

/* The same program without `--reuse-freed`: every allocation has an address of its own, ABA cannot happen. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static char *a, *b;
static _Atomic(char *) top;
static atomic_int b_taken;

static void *slow(void *arg) {
    char *seen = top;
    if (seen == a && atomic_compare_exchange_strong(&top, &seen, b))
        assert(!b_taken);
    return arg;
}

static void *quick(void *arg) {
    char *seen = top;
    if (seen == a && atomic_compare_exchange_strong(&top, &seen, b)) {
        b_taken = 1;
        top = 0;
        free(seen);
        top = malloc(1);
    }
    return arg;
}

int main(void) {
    pthread_t s, q;
    b = malloc(1);
    a = malloc(1);
    top = a;
    pthread_create(&s, 0, slow, 0);
    pthread_create(&q, 0, quick, 0);
    pthread_join(s, 0);
    pthread_join(q, 0);
    return 0;
}

// verdict: bugs
// bug: use-after-free 17
// bug: use-after-free 18
// bug: double-free 20
// bug: race 17 20
// bug: race 18 20
// bug: race 20 20

/* The count goes down by a load and a store, and is looked at again: it is read after the other one has freed, or
   both see zero and free twice. Two frees that nothing orders are a race, too: each counts as a write of the whole. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *drop(void *arg) {
    atomic_int *refs = arg;
    int n = *refs;
    *refs = n - 1;
    if (n - 1 == 0)
        free(arg);
    return 0;
}

int main(void) {
    pthread_t t[2];
    atomic_int *refs = malloc(sizeof *refs);
    *refs = 1;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, drop, refs);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}

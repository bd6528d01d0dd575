// verdict: ok
/* What is freed in a section, and what is resized, is used in sections alone. */
#include <pthread.h>
#include <stdlib.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int *shared, *grows;

static void *worker(void *arg) {
    __VERIFIER_atomic_begin();
    if (shared) {
        free(shared);
        shared = 0;
    }
    grows = realloc(grows, 8);
    __VERIFIER_atomic_end();
    return arg;
}

int main(void) {
    pthread_t t;
    shared = malloc(4);
    grows = malloc(4);
    pthread_create(&t, 0, worker, 0);
    __VERIFIER_atomic_begin();
    if (shared)
        *shared = 1;
    *grows = 1;
    __VERIFIER_atomic_end();
    pthread_join(t, 0);
    free(shared);
    free(grows);
    return 0;
}

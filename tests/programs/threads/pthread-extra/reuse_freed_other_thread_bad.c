// args: --reuse-freed
// verdict: bugs
// bug: assert 24

/* What one thread frees another may get; and it need not. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static char *old;

static void *give(void *arg) {
    free(old);
    return arg;
}

int main(void) {
    pthread_t t;
    old = malloc(8);
    char *before = old;
    pthread_create(&t, 0, give, 0);
    char *mine = malloc(8);
    pthread_join(t, 0);
    assert(mine != before);
    return 0;
}

// args: --malloc-may-fail
// verdict: bugs
// bug: null 16

/* Allocations of every kind may fail, those of another thread too; only one is not looked at. */
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg) {
    char *first = malloc(4), *second = first ? realloc(first, 64) : NULL;
    char *third = NULL;
    if (second && posix_memalign((void **)&third, 64, 64) != 0)
        third = NULL;
    if (third) {
        int *last = calloc(4, sizeof *last);
        last[3] = 1;
        free(last);
    }
    free(third);
    free(second ? second : first);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}

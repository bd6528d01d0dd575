// verdict: bugs
// bug: uninit 14
// bug: uninit 20
// bug: uninit 26
// runs dpor: 1 0
/* Three threads decide on what nobody wrote, each on another value of it. Their reads are in no order, so one run stands for all: that one thread
   could have gone either way must not say what the others see. */
#include <pthread.h>
#include <stdlib.h>

static int shared;

static void *zero(void *arg) {
    if (shared == 0)
        return arg;
    return 0;
}

static void *one(void *arg) {
    if (shared == 1)
        return arg;
    return 0;
}

static void *two(void *arg) {
    if (shared == 2)
        return arg;
    return 0;
}

int main(void) {
    pthread_t t[3];
    int *fresh = malloc(sizeof *fresh);
    shared = *fresh;
    free(fresh);
    pthread_create(&t[0], 0, zero, 0);
    pthread_create(&t[1], 0, one, 0);
    pthread_create(&t[2], 0, two, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}

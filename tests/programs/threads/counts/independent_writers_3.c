// verdict: ok
// runs baseline: 1 0
// runs dpor: 1 0

/* Two threads write 3 variables each, none in common: no step of theirs is visible, one run in every preset. */
#include <pthread.h>

enum { VARIABLES = 3 };
static int left[VARIABLES], right[VARIABLES];

static void *write_left(void *arg) {
    for (int i = 0; i < VARIABLES; i++)
        left[i] = i;
    return arg;
}

static void *write_right(void *arg) {
    for (int i = 0; i < VARIABLES; i++)
        right[i] = i;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, write_left, 0);
    pthread_create(&b, 0, write_right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

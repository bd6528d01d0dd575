// verdict: bugs
// bug: deadlock 18

/* Nobody sets the flag: the loop re-reads for ever, which is a deadlock and not a bound. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, other;

static void *set(void *arg) {
    other = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    while (!ready)
        ;
    pthread_join(t, 0);
    return other;
}

// verdict: bugs
// bug: deadlock 29
// runs ag: 2 1

/* A bug is run once more with fewer switches to show how it comes about; what is noted on that way, with threads that
   the run under way has not created yet, must not be taken for part of it. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int v;

static void *wait(void *arg) {
    while (v != 2)
        ;
    return arg;
}

static void *set(void *arg) {
    v = 0;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, wait, 0);
    v = 0;
    pthread_create(&b, 0, set, 0);
    /* Nobody writes 2. */
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

// verdict: bugs
// bug: deadlock 30

/* The same barrier without the sense: the counter is set back by the last one, and a thread that did not look
   in between waits for a zero that has gone. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int missing = 2;

static void *phase(void *arg) {
    if (atomic_fetch_sub(&missing, 1) == 1)
        missing = 2;
    else
        while (missing != 2)
            ;
    if (atomic_fetch_sub(&missing, 1) == 1)
        missing = 2;
    else
        while (missing != 2)
            ;
    return arg;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, phase, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}

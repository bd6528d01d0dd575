// verdict: bugs
// bug: deadlock 20

/* Main waits for the thread's flag and the thread for main's, which comes after: both wait for ever. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int mine, theirs;

static void *other(void *arg) {
    while (!mine)
        ;
    theirs = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    while (!theirs)
        ;
    mine = 1;
    pthread_join(t, 0);
    return 0;
}

// verdict: bugs
// bug: deadlock 23

/* A spin lock that its holder never gives back: the others wait for ever. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int count;

static void *enter(void *arg) {
    while (atomic_exchange(&lock, 1))
        ;
    count++;
    return arg;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, enter, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return count;
}

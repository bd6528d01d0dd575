// verdict: bugs
// bug: use-after-free 20

/* A thread publishes the address of its variable and ends; another one reads it after that. */
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(int *) shared;

static void *publish(void *arg) {
    int local = 1;
    shared = &local;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, publish, 0);
    pthread_join(t, 0);
    return *shared;
}

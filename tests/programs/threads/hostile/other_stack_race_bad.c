// verdict: bugs
// bug: use-after-free 22
// bug: race 16 22

/* The same without waiting: the variable may still be there when it is read, but its end is not ordered after that. The
   end of its life, where its block ends, counts as a write. */
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
    int *p = shared;
    int seen = p ? *p : 1;
    pthread_join(t, 0);
    return seen != 1;
}

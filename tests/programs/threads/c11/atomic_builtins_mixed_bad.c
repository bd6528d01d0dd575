// verdict: bugs
// bug: race 10 17

/* An atomic and a plain access to one variable race. */
#include <pthread.h>

static int ready;

static void *work(void *arg) {
    __atomic_store_n(&ready, 1, __ATOMIC_SEQ_CST);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    int seen = ready;
    pthread_join(t, 0);
    return seen > 1;
}

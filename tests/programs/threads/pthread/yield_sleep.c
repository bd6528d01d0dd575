// verdict: ok

/* sched_yield, sleep, usleep and nanosleep promise nothing about the order; they return 0. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

static void *rest(void *arg) {
    struct timespec a_while = {0, 1};
    assert(sched_yield() == 0);
    assert(usleep(1) == 0);
    assert(nanosleep(&a_while, 0) == 0);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, rest, 0);
    assert(sleep(0) == 0);
    pthread_join(t, 0);
    return 0;
}

// verdict: ok

/* A thread may join another one that main created: what the first did is ordered for main through the second. */
#include <assert.h>
#include <pthread.h>

static pthread_t first;
static int data;

static void *write_it(void *arg) {
    data = 5;
    return arg;
}

static void *wait_for_first(void *arg) {
    assert(pthread_join(first, 0) == 0);
    data++;
    return arg;
}

int main(void) {
    pthread_t second;
    pthread_create(&first, 0, write_it, 0);
    pthread_create(&second, 0, wait_for_first, 0);
    pthread_join(second, 0);
    assert(data == 6);
    return 0;
}

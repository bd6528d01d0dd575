// verdict: bugs
// bug: assert 12

/* pthread_exit in main ends main only: the thread goes on, to its failing assertion, and what it reads of main's
   globals is still there. */
#include <assert.h>
#include <pthread.h>

static int data;

static void *work(void *arg) {
    assert(data != 4);
    return arg;
}

int main(void) {
    pthread_t t;
    data = 4;
    pthread_create(&t, 0, work, 0);
    pthread_exit(0);
}

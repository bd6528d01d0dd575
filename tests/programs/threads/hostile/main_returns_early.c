// verdict: ok

/* Main returns while the thread may still run: the end of the process cuts it off wherever it is, also before its
   failing assertion, but the assertion is reached in the runs in which main is late. Here it holds. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *work(void *arg) {
    x = 1;
    assert(x == 1);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    return 0;
}

// verdict: ok

/* A timed lock of a normal mutex that the thread itself holds can only time out; a free one is taken at once. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    struct timespec when = {0, 0};
    assert(pthread_mutex_timedlock(&m, &when) == 0);
    assert(pthread_mutex_timedlock(&m, &when) == ETIMEDOUT);
    assert(pthread_mutex_unlock(&m) == 0);
    return 0;
}

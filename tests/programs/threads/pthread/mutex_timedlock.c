// verdict: ok

/* timedlock on a mutex that another thread holds: it gets it, or says ETIMEDOUT; both happen and both are fine. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *hold(void *arg) {
    pthread_mutex_lock(&m);
    data++;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    struct timespec when = {0, 0};
    pthread_create(&t, 0, hold, 0);
    int answer = pthread_mutex_timedlock(&m, &when);
    assert(answer == 0 || answer == ETIMEDOUT);
    if (answer == 0) {
        data++;
        pthread_mutex_unlock(&m);
    }
    pthread_join(t, 0);
    assert(data == (answer == 0 ? 2 : 1));
    return 0;
}

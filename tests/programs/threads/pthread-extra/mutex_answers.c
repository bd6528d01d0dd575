// verdict: ok

/* What timed and clocked locks answer, and unlocking what is not held of the kinds that check. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_mutex_t adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;

int main(void) {
    struct timespec past = {0, 0}, none = {0, -1};
    assert(pthread_mutex_unlock(&recursive) == EPERM);
    assert(pthread_mutex_unlock(&checked) == EPERM);
    assert(pthread_mutex_clocklock(&normal, CLOCK_MONOTONIC, &past) == 0);
    assert(pthread_mutex_clocklock(&normal, CLOCK_MONOTONIC, &past) == ETIMEDOUT);
    assert(pthread_mutex_clocklock(&normal, CLOCK_THREAD_CPUTIME_ID, &past) == EINVAL);
    assert(pthread_mutex_timedlock(&normal, &none) == EINVAL);
    assert(pthread_mutex_timedlock(&recursive, &none) == 0);
    assert(pthread_mutex_timedlock(&recursive, &none) == 0);
    assert(pthread_mutex_unlock(&recursive) == 0 && pthread_mutex_unlock(&recursive) == 0);
    assert(pthread_mutex_unlock(&recursive) == EPERM);
    assert(pthread_mutex_lock(&checked) == 0);
    assert(pthread_mutex_timedlock(&checked, &past) == EDEADLK);
    assert(pthread_mutex_trylock(&checked) == EBUSY);
    assert(pthread_mutex_trylock(&adaptive) == 0);
    assert(pthread_mutex_trylock(&adaptive) == EBUSY);
    return 0;
}

// verdict: ok

/* What condition variables answer: EPERM for an error checking mutex that is not held, EINVAL for a time that is none or
   a clock that is none, and a time-out for somebody who is alone. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t c;

int main(void) {
    struct timespec past = {0, 0}, none = {0, 1000000000};
    pthread_condattr_t attr;
    clockid_t clock;
    int shared;
    assert(pthread_condattr_init(&attr) == 0);
    assert(pthread_condattr_setclock(&attr, CLOCK_MONOTONIC) == 0);
    assert(pthread_condattr_getclock(&attr, &clock) == 0 && clock == CLOCK_MONOTONIC);
    assert(pthread_condattr_setclock(&attr, CLOCK_THREAD_CPUTIME_ID) == EINVAL);
    assert(pthread_condattr_setpshared(&attr, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_condattr_getpshared(&attr, &shared) == 0 && shared == PTHREAD_PROCESS_SHARED);
    assert(pthread_cond_init(&c, &attr) == 0);
    assert(pthread_condattr_destroy(&attr) == 0);
    assert(pthread_cond_timedwait(&c, &checked, &past) == EPERM);
    assert(pthread_mutex_lock(&checked) == 0);
    assert(pthread_cond_timedwait(&c, &checked, &none) == EINVAL);
    assert(pthread_cond_timedwait(&c, &checked, &past) == ETIMEDOUT);
    assert(pthread_cond_clockwait(&c, &checked, CLOCK_MONOTONIC, &past) == ETIMEDOUT);
    assert(pthread_cond_clockwait(&c, &checked, CLOCK_PROCESS_CPUTIME_ID, &past) == EINVAL);
    assert(pthread_cond_signal(&c) == 0 && pthread_cond_broadcast(&c) == 0);
    assert(pthread_mutex_unlock(&checked) == 0);
    assert(pthread_cond_destroy(&c) == 0);
    return 0;
}

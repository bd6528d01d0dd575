// verdict: ok

/* Sleeping for a time that is none. */
#include <assert.h>
#include <errno.h>
#include <threads.h>
#include <time.h>

int main(void) {
    struct timespec none = {0, 1000000000}, negative = {-1, 0}, some = {0, 1};
    assert(nanosleep(&none, 0) == -1 && errno == EINVAL);
    errno = 0;
    assert(nanosleep(&negative, 0) == -1 && errno == EINVAL);
    assert(nanosleep(&some, 0) == 0);
    assert(clock_nanosleep(CLOCK_REALTIME, 0, &none, 0) == EINVAL);
    assert(clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &some, 0) == EINVAL);
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &some, 0) == 0);
    assert(thrd_sleep(&none, 0) < -1);
    assert(thrd_sleep(&some, 0) == 0);
    return 0;
}

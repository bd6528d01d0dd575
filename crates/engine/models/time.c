/* time.h and sys/time.h: clocks; calendar.c has dates. Sleeping is the engine's.
 *
 * What the clock says is unknown (each call a new value, not even ordered), and so is how long anything took.
 */
#include "model.h"
#include <errno.h>
#include <sys/time.h>
#include <time.h>

/* A non-negative clock below 2^40 seconds (34,000 years), so that arithmetic on it does not overflow. */
static time_t unknown_seconds(const char *name) {
    uint64_t t;
    __rethread_unknown(&t, sizeof t, name);
    return (time_t)(t & 0xffffffffffULL);
}

static long unknown_below(uint32_t limit, const char *name) {
    uint32_t t;
    __rethread_unknown(&t, sizeof t, name);
    return (long)((uint64_t)t * limit >> 32);
}

time_t time(time_t *out) {
    time_t t = unknown_seconds("time");
    if (out)
        *out = t;
    return t;
}

clock_t clock(void) { return unknown_seconds("clock"); }

int gettimeofday(struct timeval *restrict tv, void *restrict zone) {
    tv->tv_sec = unknown_seconds("gettimeofday seconds");
    tv->tv_usec = unknown_below(1000000, "gettimeofday microseconds");
    if (zone)
        *(struct timezone *)zone = (struct timezone){0, 0};
    return 0;
}

static bool is_clock(clockid_t id) { return id >= 0 && id <= 11 && id != 10; }

int clock_gettime(clockid_t id, struct timespec *ts) {
    if (!is_clock(id)) {
        rt_errno = EINVAL;
        return -1;
    }
    ts->tv_sec = unknown_seconds("clock_gettime seconds");
    ts->tv_nsec = unknown_below(1000000000, "clock_gettime nanoseconds");
    return 0;
}

int timespec_get(struct timespec *ts, int base) {
    if (base != TIME_UTC)
        return 0;
    ts->tv_sec = unknown_seconds("timespec_get seconds");
    ts->tv_nsec = unknown_below(1000000000, "timespec_get nanoseconds");
    return base;
}

int clock_getres(clockid_t id, struct timespec *ts) {
    if (!is_clock(id)) {
        rt_errno = EINVAL;
        return -1;
    }
    if (ts) {
        ts->tv_sec = 0;
        ts->tv_nsec = unknown_below(1000000000, "clock_getres nanoseconds");
    }
    return 0;
}

double difftime(time_t a, time_t b) { return (double)((long double)a - (long double)b); }

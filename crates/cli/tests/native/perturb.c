/* Linked to a native run of a test program, so that its threads interleave in more ways than they would by themselves.
   Clang calls the functions below at every edge, load and store; NATIVE_SEED decides how often they give the processor
   away, and whether the run has one processor. No call here is a cancellation point, and errno is left alone. */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Thousands of threads that all pause only take long: a tenth of a second a run. */
#define PAUSES 1000

static unsigned long seed, threads, pauses;
static _Thread_local unsigned long state;

__attribute__((constructor)) static void begin(void) {
    const char *given = getenv("NATIVE_SEED");
    seed = given ? strtoul(given, 0, 10) : 0;
    if (seed / 4 % 2) {
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(0, &one);
        sched_setaffinity(0, sizeof one, &one);
    }
}

static unsigned long next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static void pause_for(unsigned long microseconds) {
    struct timespec time = {0, (long)microseconds * 1000};
    if (__atomic_add_fetch(&pauses, 1, __ATOMIC_RELAXED) <= PAUSES)
        syscall(SYS_nanosleep, &time, 0);
}

static void perturb(void) {
    unsigned long strength = seed % 4;
    if (strength == 0)
        return;
    int saved = errno;
    if (state == 0) {
        state = (seed * 64 + __atomic_add_fetch(&threads, 1, __ATOMIC_RELAXED)) * 0x9e3779b97f4a7c15 | 1;
        next();
        if (strength == 3)
            pause_for(next() % 200);
    }
    unsigned long random = next();
    if (random % 8 == 0)
        sched_yield();
    else if (strength >= 2 && random % 32 == 1)
        pause_for(random / 32 % 60);
    errno = saved;
}

/* A second is a millisecond: no order is promised by it. */
unsigned sleep(unsigned seconds) {
    usleep(seconds * 1000);
    return 0;
}

void __sanitizer_cov_trace_pc(void) {
    perturb();
}

#define AT(access) \
    void __sanitizer_cov_##access(void *place) { \
        (void)place; \
        perturb(); \
    }
AT(load1) AT(load2) AT(load4) AT(load8) AT(load16)
AT(store1) AT(store2) AT(store4) AT(store8) AT(store16)

// verdict: ok

/* Names, scheduling, processors: settings that change no order of steps. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

static void *work(void *arg) {
    char name[16];
    assert(pthread_setname_np(pthread_self(), "worker") == 0);
    assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0 && strcmp(name, "worker") == 0);
    return arg;
}

int main(void) {
    pthread_t t;
    struct sched_param param;
    cpu_set_t set;
    char name[16];
    int policy;
    assert(pthread_setname_np(pthread_self(), "sixteen letters!") == ERANGE);
    assert(pthread_setname_np(pthread_self(), "the main one") == 0);
    assert(pthread_getname_np(pthread_self(), name, 3) == ERANGE);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0 && strcmp(name, "the main one") == 0);
    assert(pthread_getschedparam(pthread_self(), &policy, &param) == 0);
    assert(policy == SCHED_OTHER && param.sched_priority == 0);
    assert(pthread_setschedparam(pthread_self(), SCHED_OTHER, &param) == 0);
    assert(pthread_setschedparam(pthread_self(), 99, &param) == EINVAL);
    assert(pthread_setschedprio(pthread_self(), 0) == 0);
    assert(sched_get_priority_min(SCHED_RR) == 1 && sched_get_priority_max(SCHED_RR) == 99);
    assert(sched_get_priority_min(99) == -1 && errno == EINVAL);
    assert(pthread_getconcurrency() == 0);
    assert(pthread_setconcurrency(-1) == EINVAL);
    assert(pthread_setconcurrency(3) == 0);
    assert(pthread_getconcurrency() == 3);
    assert(pthread_getaffinity_np(pthread_self(), sizeof set, &set) == 0 && CPU_COUNT(&set) > 0);
    assert(pthread_setaffinity_np(pthread_self(), sizeof set, &set) == 0);
    CPU_ZERO(&set);
    assert(pthread_setaffinity_np(pthread_self(), sizeof set, &set) == EINVAL);
    assert(pthread_atfork(0, 0, 0) == 0);
    return 0;
}

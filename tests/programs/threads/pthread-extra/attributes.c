// verdict: ok

/* Attributes of threads: what was set can be asked back, what is none is refused. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>

int main(void) {
    pthread_attr_t a;
    struct sched_param param = {0};
    int value;
    size_t size;
    void *base;
    assert(pthread_attr_init(&a) == 0);
    assert(pthread_attr_getdetachstate(&a, &value) == 0 && value == PTHREAD_CREATE_JOINABLE);
    assert(pthread_attr_setdetachstate(&a, 9) == EINVAL);
    assert(pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED) == 0);
    assert(pthread_attr_getdetachstate(&a, &value) == 0 && value == PTHREAD_CREATE_DETACHED);
    assert(pthread_attr_getguardsize(&a, &size) == 0 && size == 4096);
    assert(pthread_attr_setguardsize(&a, 0) == 0);
    assert(pthread_attr_getguardsize(&a, &size) == 0 && size == 0);
    assert(pthread_attr_setstacksize(&a, 1) == EINVAL);
    assert(pthread_attr_setstacksize(&a, 1 << 20) == 0);
    assert(pthread_attr_getstacksize(&a, &size) == 0 && size == 1 << 20);
    static char stack[1 << 16];
    assert(pthread_attr_setstack(&a, stack, sizeof stack) == 0);
    assert(pthread_attr_getstack(&a, &base, &size) == 0 && base == stack && size == sizeof stack);
    assert(pthread_attr_getscope(&a, &value) == 0 && value == PTHREAD_SCOPE_SYSTEM);
    assert(pthread_attr_setscope(&a, PTHREAD_SCOPE_PROCESS) == ENOTSUP);
    assert(pthread_attr_setscope(&a, PTHREAD_SCOPE_SYSTEM) == 0);
    assert(pthread_attr_getinheritsched(&a, &value) == 0 && value == PTHREAD_INHERIT_SCHED);
    assert(pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED) == 0);
    assert(pthread_attr_getinheritsched(&a, &value) == 0 && value == PTHREAD_EXPLICIT_SCHED);
    assert(pthread_attr_setschedpolicy(&a, 77) == EINVAL);
    assert(pthread_attr_setschedpolicy(&a, SCHED_FIFO) == 0);
    assert(pthread_attr_getschedpolicy(&a, &value) == 0 && value == SCHED_FIFO);
    param.sched_priority = sched_get_priority_max(SCHED_FIFO) + 1;
    assert(pthread_attr_setschedparam(&a, &param) == EINVAL);
    param.sched_priority = sched_get_priority_min(SCHED_FIFO);
    assert(pthread_attr_setschedparam(&a, &param) == 0);
    param.sched_priority = 0;
    assert(pthread_attr_getschedparam(&a, &param) == 0 && param.sched_priority == 1);
    assert(pthread_attr_destroy(&a) == 0);
    return 0;
}

/* The threads of C11, which in glibc are those of POSIX by other names. */
#define _GNU_SOURCE
#include "schedule.h"
#include <errno.h>
#include <threads.h>


static int as_c11(int code) {
    switch (code) {
    case 0: return thrd_success;
    case ENOMEM: return thrd_nomem;
    case ETIMEDOUT: return thrd_timedout;
    case EBUSY: return thrd_busy;
    default: return thrd_error;
    }
}
int __wrap_thrd_create(thrd_t *handle, thrd_start_t function, void *argument) {
    return as_c11(create((pthread_t *)handle, NULL, (void *(*)(void *))(void *)function, argument, CALLER));
}
int __wrap_thrd_join(thrd_t thread, int *result) {
    void *value;
    int code = join((pthread_t)thread, NULL, CALLER);
    struct thread *t = thread_of((pthread_t)thread);
    value = t ? t->result : NULL;
    if (code == 0 && result) {
        __rethread_point(RANGE, CALLER, result, sizeof *result);
        *result = (int)(intptr_t)value;
    }
    return as_c11(code);
}
int __wrap_thrd_detach(thrd_t thread) { return as_c11(detach((pthread_t)thread)); }
void __wrap_thrd_exit(int result) {
    __rethread_self->result = (void *)(intptr_t)result;
    __rethread_point(LEAVE, CALLER, NULL, 0);
    __real_pthread_exit((void *)(intptr_t)result);
}

int __wrap_mtx_init(mtx_t *m, int type) {
    pthread_mutexattr_t attributes;
    if (type < 0 || type > 3)
        return thrd_error;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
    return as_c11(mutex_init((pthread_mutex_t *)m, &attributes, CALLER));
}
void __wrap_mtx_destroy(mtx_t *m) { mutex_destroy((pthread_mutex_t *)m, CALLER); }
int __wrap_mtx_lock(mtx_t *m) { return as_c11(mutex_lock((pthread_mutex_t *)m, CALLER)); }
int __wrap_mtx_trylock(mtx_t *m) { return as_c11(mutex_trylock((pthread_mutex_t *)m, CALLER)); }
int __wrap_mtx_unlock(mtx_t *m) { return as_c11(mutex_unlock((pthread_mutex_t *)m, CALLER)); }
int __wrap_mtx_timedlock(mtx_t *m, const struct timespec *time) {
    return as_c11(mutex_timedlock((pthread_mutex_t *)m, time, CALLER));
}

int __wrap_cnd_init(cnd_t *c) { return as_c11(cond_init((pthread_cond_t *)c, NULL, CALLER)); }
void __wrap_cnd_destroy(cnd_t *c) { cond_destroy((pthread_cond_t *)c, CALLER); }
int __wrap_cnd_wait(cnd_t *c, mtx_t *m) {
    return as_c11(cond_wait((pthread_cond_t *)c, (pthread_mutex_t *)m, NULL, CALLER));
}
int __wrap_cnd_timedwait(cnd_t *c, mtx_t *m, const struct timespec *time) {
    return as_c11(cond_wait((pthread_cond_t *)c, (pthread_mutex_t *)m, time, CALLER));
}
int __wrap_cnd_signal(cnd_t *c) { return as_c11(cond_signal((pthread_cond_t *)c, CALLER)); }
int __wrap_cnd_broadcast(cnd_t *c) { return as_c11(cond_broadcast((pthread_cond_t *)c, CALLER)); }

int __wrap_tss_create(tss_t *key, tss_dtor_t destructor) { return as_c11(key_create(key, destructor, CALLER)); }
void __wrap_tss_delete(tss_t key) { key_delete(key, CALLER); }
void *__wrap_tss_get(tss_t key) { return get_specific(key, CALLER); }
int __wrap_tss_set(tss_t key, void *value) { return as_c11(set_specific(key, value, CALLER)); }
void __wrap_call_once(once_flag *control, void (*function)(void)) { once((int *)control, function, CALLER); }

/* Threads: the real ones, started and ended in the order of the schedule. Cancellation and thread-specific
 * data are done here, so that what runs at the end of a thread runs in its turn. */
#define _GNU_SOURCE
#include "schedule.h"
#include <errno.h>
#include <threads.h>
#include <time.h>

int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __real_pthread_join(pthread_t, void **);
int __real_pthread_detach(pthread_t);
void __real_pthread_exit(void *) __attribute__((noreturn));
int __real_main(int, char **, char **);

static struct {
    int exists;
    void (*destructor)(void *);
} keys[1024];
static uint32_t key_count;

static void run_destructors(struct thread *t) {
    for (int round = 0; round < 4; round++) {
        int any = 0;
        for (uint32_t k = 0; k < key_count; k++) {
            void *value = t->specific[k];
            if (!value || !keys[k].exists || !keys[k].destructor)
                continue;
            any = 1;
            t->specific[k] = NULL;
            keys[k].destructor(value);
        }
        if (!any)
            return;
    }
}

static void end_thread(void *argument) {
    struct thread *t = argument;
    run_destructors(t);
    __rethread_point(LEAVE, 0, NULL, 0);
    __rethread_thread_ended(t);
}

static void *begin_thread(void *argument) {
    struct thread *t = argument;
    __rethread_self = t;
    __rethread_wait_for_start(t);
    pthread_cleanup_push(end_thread, t);
    t->result = t->function(t->argument);
    pthread_cleanup_pop(1);
    return t->result;
}

/* A main that is left by pthread_exit ends like any other thread. */
int __wrap_main(int count, char **arguments, char **environment) {
    int code;
    if (!__rethread_scheduled())
        return __real_main(count, arguments, environment);
    pthread_cleanup_push(end_thread, __rethread_self);
#ifdef RETHREAD_EXPORTED
    code = call_main(arguments, environment);
#else
    code = __real_main(count, arguments, environment);
#endif
    pthread_cleanup_pop(0);
    return code;
}

static int create(pthread_t *handle, const pthread_attr_t *attributes, void *(*function)(void *), void *argument,
                  uintptr_t caller) {
    __rethread_point(RANGE, caller, handle, sizeof *handle);
    if (!function) {
        /* The thread would fault, with nobody to blame on its stack. */
        __rethread_event("signal", "11", "0");
        __rethread_stack();
        __rethread_park();
        __rethread_stop();
    }
    if (__rethread_happens(CREATES, caller) == CREATE_FAILS)
        return EAGAIN;
    struct thread *t = __rethread_new_thread(__rethread_self);
    int state = PTHREAD_CREATE_JOINABLE;
    if (!t)
        return EAGAIN;
    if (attributes)
        pthread_attr_getdetachstate(attributes, &state);
    t->function = function;
    t->argument = argument;
    t->detached = state == PTHREAD_CREATE_DETACHED;
    __rethread_ordered(__rethread_self, "create", t);
    int code = __real_pthread_create(&t->real, attributes, begin_thread, t);
    if (code == 0)
        *handle = t->real;
    return code;
}

int __wrap_pthread_create(pthread_t *handle, const pthread_attr_t *attributes, void *(*function)(void *),
                          void *argument) {
    if (!__rethread_self)
        return __real_pthread_create(handle, attributes, function, argument);
    return create(handle, attributes, function, argument, CALLER);
}

/* The newest: a number may be given again once its thread was joined. */
static struct thread *thread_of(pthread_t real) {
    if (__rethread_self && pthread_equal(real, pthread_self()))
        return __rethread_self;
    for (uint32_t i = __rethread_threads(); i-- > 1;)
        if (pthread_equal(__rethread_thread(i)->real, real))
            return __rethread_thread(i);
    return NULL;
}

static int cancel_is_due(const struct thread *t) { return t->cancel_requested && !t->cancel_disabled; }

static void act_on_cancel(void) {
    struct thread *t = __rethread_self;
    t->cancel_disabled = 1;
    t->result = PTHREAD_CANCELED;
    __rethread_point(LEAVE, CALLER, NULL, 0);
    __real_pthread_exit(PTHREAD_CANCELED);
}

static int join(pthread_t real, void **result, uintptr_t caller) {
    struct thread *me = __rethread_self, *t = thread_of(real);
    if (t == me)
        return EDEADLK;
    if (!t)
        misuse("join of something that is not a thread");
    if (t->detached)
        misuse("join of a thread that is detached");
    if (t->claimed)
        misuse("a thread is joined twice");
    t->claimed = 1;
    __rethread_point(WAIT, caller, NULL, 0);
    while (t->status != ENDED && !cancel_is_due(me)) {
        me->status = JOINING;
        me->awaits = t;
        me->pc = caller;
        __rethread_hand_over(me);
    }
    /* A step only in programs that cancel. */
    __rethread_point(CALL, caller, NULL, 0);
    if (cancel_is_due(me)) {
        t->claimed = 0;
        act_on_cancel();
    }
    void *value;
    if (result)
        __rethread_point(RANGE, caller, result, sizeof *result);
    __rethread_let_go(t);
    int code = __real_pthread_join(real, &value);
    if (result)
        *result = value;
    __rethread_ordered(me, "join", t);
    __rethread_joined(me, t);
    return code;
}

int __wrap_pthread_join(pthread_t real, void **result) {
    return __rethread_self ? join(real, result, CALLER) : __real_pthread_join(real, result);
}

static int detach(pthread_t real) {
    struct thread *t = thread_of(real);
    if (!t)
        misuse("detach of something that is not a thread");
    if (t->claimed && __rethread_self->joined[t->index / 64] >> t->index % 64 & 1)
        misuse("detach of a thread that was joined");
    if (t->detached)
        misuse("a thread is detached twice");
    t->detached = 1;
    return __real_pthread_detach(real);
}

int __wrap_pthread_detach(pthread_t real) {
    return __rethread_self ? detach(real) : __real_pthread_detach(real);
}

void __wrap_pthread_exit(void *result) {
    if (__rethread_self) {
        __rethread_self->result = result;
        __rethread_point(LEAVE, CALLER, NULL, 0);
    }
    __real_pthread_exit(result);
}

/* Cancellation: deferred */

static void cancellation_point(uintptr_t caller) {
    __rethread_point(CALL, caller, NULL, 0);
    if (cancel_is_due(__rethread_self))
        act_on_cancel();
}

int __wrap_pthread_cancel(pthread_t real) {
    struct thread *t = thread_of(real);
    if (!t)
        misuse("cancelling something that is not a thread");
    if (__rethread_self->joined[t->index / 64] >> t->index % 64 & 1)
        misuse("cancelling a thread that was joined");
    __rethread_point(CALL, CALLER, NULL, 0);
    t->cancel_requested = 1;
    if (!t->cancel_disabled && t->condition) {
        t->cancelled_waiting = 1;
        wake(t);
    } else if (!t->cancel_disabled && t->status == JOINING) {
        t->status = READY;
    }
    return 0;
}

void __wrap_pthread_testcancel(void) { cancellation_point(CALLER); }

int __wrap_pthread_setcancelstate(int state, int *old) {
    struct thread *t = __rethread_self;
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
        return EINVAL;
    if (old) {
        __rethread_point(RANGE, CALLER, old, sizeof *old);
        *old = t->cancel_disabled ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
    }
    t->cancel_disabled = state == PTHREAD_CANCEL_DISABLE;
    return 0;
}

/* Sleeping takes no time and promises no order. */

static int is_span(const struct timespec *time) {
    return time->tv_sec >= 0 && time->tv_nsec >= 0 && time->tv_nsec < 1000000000;
}
unsigned __wrap_sleep(unsigned seconds) {
    (void)seconds;
    cancellation_point(CALLER);
    return 0;
}
int __wrap_usleep(unsigned time) {
    (void)time;
    cancellation_point(CALLER);
    return 0;
}
int __wrap_nanosleep(const struct timespec *time, struct timespec *left) {
    (void)left;
    cancellation_point(CALLER);
    if (is_span(time))
        return 0;
    errno = EINVAL;
    return -1;
}
int __wrap_clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left) {
    (void)flags, (void)left;
    cancellation_point(CALLER);
    return clock >= 0 && clock < 12 && clock != 3 && clock != 10 && is_span(time) ? 0 : EINVAL;
}
int __wrap_thrd_sleep(const struct timespec *time, struct timespec *left) {
    (void)left;
    cancellation_point(CALLER);
    return is_span(time) ? 0 : -2;
}
int __wrap_sched_yield(void) { return 0; }
int __wrap_pthread_yield(void) { return 0; }
void __wrap_thrd_yield(void) {}

/* Thread-specific data */

static int key_create(unsigned *key, void (*destructor)(void *), uintptr_t caller) {
    __rethread_point(CALL, caller, key, sizeof *key);
    uint32_t k = key_count;
    /* A number is given again only when there is no new one. */
    if (k == 1024)
        for (k = 0; k < 1024 && keys[k].exists; k++)
            ;
    if (k == 1024)
        return EAGAIN;
    key_count += k == key_count;
    for (uint32_t i = 0; i < __rethread_threads(); i++)
        __rethread_thread(i)->specific[k] = NULL;
    keys[k].exists = 1;
    keys[k].destructor = destructor;
    *key = k;
    return 0;
}
static int key_exists(unsigned key) { return key < key_count && keys[key].exists; }
static int key_delete(unsigned key, uintptr_t caller) {
    __rethread_point(CALL, caller, NULL, 0);
    if (!key_exists(key))
        return EINVAL;
    keys[key].exists = 0;
    return 0;
}
static void *get_specific(unsigned key, uintptr_t caller) {
    if (!key_exists(key)) {
        __rethread_point(CALL, caller, NULL, 0);
        return NULL;
    }
    return __rethread_self->specific[key];
}
static int set_specific(unsigned key, const void *value, uintptr_t caller) {
    if (!key_exists(key)) {
        __rethread_point(CALL, caller, NULL, 0);
        return EINVAL;
    }
    __rethread_self->specific[key] = (void *)value;
    return 0;
}
int __wrap_pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
    return key_create(key, destructor, CALLER);
}
int __wrap_pthread_key_delete(pthread_key_t key) { return key_delete(key, CALLER); }
void *__wrap_pthread_getspecific(pthread_key_t key) { return get_specific(key, CALLER); }
int __wrap_pthread_setspecific(pthread_key_t key, const void *value) { return set_specific(key, value, CALLER); }

/* Atomic sections */

void __VERIFIER_atomic_begin(void) {
    if (!__rethread_self || __rethread_self->section)
        return;
    __rethread_point(SECTION, CALLER, NULL, 0);
    __rethread_self->section = NONE;
}
void __VERIFIER_atomic_end(void) {
    if (__rethread_self && __rethread_self->section == NONE)
        __rethread_section_ends(__rethread_self);
}

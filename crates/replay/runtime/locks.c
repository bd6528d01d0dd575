/* Locks and the like, on the real objects where those can be asked without waiting, else on what is known of
 * them (objects.c). A call that the schedule lets through and that would have to wait is a divergence. */
#define _GNU_SOURCE
#include "schedule.h"
#include <errno.h>
#include <limits.h>
#include <semaphore.h>

/* Long ago, so that nobody waits; the nanoseconds stay, so that a wrong time is still told. */
static struct timespec long_ago(const struct timespec *time) {
    struct timespec past = {0, time ? time->tv_nsec : 0};
    return past;
}
static int is_time(const struct timespec *time) { return time->tv_nsec >= 0 && time->tv_nsec < 1000000000; }
static int is_clock(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC; }

/* Somebody who was thought to be blocked goes on. */
static void not_blocked(void) {
    if (__rethread_self && __rethread_self->probed)
        __rethread_diverged("goes on", __rethread_self);
}

/* Mutexes */

int __real_pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *);
int __real_pthread_mutex_destroy(pthread_mutex_t *);
int __real_pthread_mutex_unlock(pthread_mutex_t *);
int __real_pthread_mutex_trylock(pthread_mutex_t *);
int __real_pthread_mutex_timedlock(pthread_mutex_t *, const struct timespec *);

static int mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attributes, uintptr_t caller) {
    __rethread_point(CALL, caller, m, 8);
    initialise(m, MUTEX);
    return __real_pthread_mutex_init(m, attributes);
}
static int mutex_destroy(pthread_mutex_t *m, uintptr_t caller) {
    __rethread_point(CALL, caller, m, 8);
    destroy(m, MUTEX);
    return __real_pthread_mutex_destroy(m);
}
static int kind_of(const pthread_mutex_t *m) { return m->__data.__kind & 3; }

static int try_mutex(pthread_mutex_t *m, const struct timespec *time) {
    struct timespec past = long_ago(time);
    struct object *o = used(m, MUTEX);
    int code = __real_pthread_mutex_timedlock(m, &past);
    if (code == 0) {
        o->owner = __rethread_self;
        o->count++;
    }
    return code;
}
static void wait_for_mutex(pthread_mutex_t *m, int *code) {
    while ((*code = try_mutex(m, NULL)) == ETIMEDOUT)
        __rethread_blocked();
    not_blocked();
}
static int mutex_lock(pthread_mutex_t *m, uintptr_t caller) {
    int code;
    __rethread_point(CALL, caller, m, 8);
    __rethread_self->pc = caller;
    wait_for_mutex(m, &code);
    return code;
}
static int mutex_trylock(pthread_mutex_t *m, uintptr_t caller) {
    __rethread_point(CALL, caller, m, 8);
    struct object *o = used(m, MUTEX);
    int code = __real_pthread_mutex_trylock(m);
    if (code == 0) {
        o->owner = __rethread_self;
        o->count++;
    }
    return code;
}
static int mutex_timedlock(pthread_mutex_t *m, const struct timespec *time, uintptr_t caller) {
    __rethread_point(CALL, caller, m, 8);
    return try_mutex(m, time);
}
static int mutex_unlock(pthread_mutex_t *m, uintptr_t caller) {
    __rethread_point(CALL, caller, m, 8);
    struct object *o = used(m, MUTEX);
    int normal = kind_of(m) == 0 || kind_of(m) == 3;
    if (normal && o->owner != __rethread_self)
        misuse(o->owner ? "unlock of a mutex that another thread holds" : "unlock of a mutex that is not locked");
    int code = __real_pthread_mutex_unlock(m);
    if (code == 0 && --o->count == 0)
        o->owner = NULL;
    return code;
}

int __wrap_pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *a) { return mutex_init(m, a, CALLER); }
int __wrap_pthread_mutex_destroy(pthread_mutex_t *m) { return mutex_destroy(m, CALLER); }
int __wrap_pthread_mutex_lock(pthread_mutex_t *m) { return mutex_lock(m, CALLER); }
int __wrap_pthread_mutex_trylock(pthread_mutex_t *m) { return mutex_trylock(m, CALLER); }
int __wrap_pthread_mutex_unlock(pthread_mutex_t *m) { return mutex_unlock(m, CALLER); }
int __wrap_pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *time) {
    return mutex_timedlock(m, time, CALLER);
}
int __wrap_pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock, const struct timespec *time) {
    return is_clock(clock) ? mutex_timedlock(m, time, CALLER) : EINVAL;
}

/* Condition variables: whom a signal wakes is in the schedule. */

int __real_pthread_cond_init(pthread_cond_t *, const pthread_condattr_t *);
int __real_pthread_cond_destroy(pthread_cond_t *);

static int cond_init(pthread_cond_t *c, const pthread_condattr_t *attributes, uintptr_t caller) {
    __rethread_point(CALL, caller, c, 8);
    initialise(c, CONDITION);
    return __real_pthread_cond_init(c, attributes);
}
static int cond_destroy(pthread_cond_t *c, uintptr_t caller) {
    __rethread_point(CALL, caller, c, 8);
    destroy(c, CONDITION);
    return __real_pthread_cond_destroy(c);
}
static int cond_wait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *time, uintptr_t caller) {
    struct thread *me = __rethread_self;
    if (time && !is_time(time))
        return EINVAL;
    uint32_t waits = me->next;
    __rethread_point(CALL, caller, m, 8);
    int spurious = waits != me->next && __rethread_was_spurious(waits);
    if (cancel_is_due(me))
        act_on_cancel();
    struct object *o = used(c, CONDITION), *lock = used(m, MUTEX);
    int normal = kind_of(m) == 0 || kind_of(m) == 3, code;
    if (lock->owner != me) {
        if (normal)
            misuse("wait with a mutex that this thread does not hold");
        return EPERM;
    }
    if (lock->count > 1)
        misuse("wait with a recursive mutex that is locked more than once");
    if (o->waiters && o->mutex != m)
        misuse("another thread waits for the same condition with another mutex");
    code = __real_pthread_mutex_unlock(m);
    if (code)
        return code;
    lock->owner = NULL;
    lock->count = 0;
    me->woken = spurious;
    if (!spurious) {
        o->waiters++;
        o->mutex = m;
        me->condition = c;
    }
    me->pc = caller;
    /* The next step is the end of the time, or the mutex after a signal or for no reason. */
    int result = 0;
    int ends = __rethread_next_is_time_out(me);
    uint32_t next = me->next;
    __rethread_point_inside(caller, m);
    if (ends) {
        leave_queue(me);
        result = ETIMEDOUT;
        __rethread_point_inside(caller, m);
    } else if (me->next == next) {
        while (!me->woken)
            __rethread_blocked();
    }
    leave_queue(me);
    int took;
    wait_for_mutex(m, &took);
    /* A request that comes when it has left the queue is for later. */
    if (me->cancelled_waiting)
        act_on_cancel();
    return result;
}
/* The signal finds nobody: those who wait and take no other step must have woken up for no reason before. */
static void wake_for_no_reason(pthread_cond_t *c) {
    for (uint32_t i = 0; i < __rethread_threads(); i++) {
        struct thread *t = __rethread_thread(i);
        if (t->condition == c && t->next == NONE && t->at_end) {
            leave_queue(t);
            t->woken = 1;
        }
    }
}
static int cond_signal(pthread_cond_t *c, uintptr_t caller) {
    uint32_t before = __rethread_position();
    __rethread_point(CALL, caller, c, 8);
    struct object *o = used(c, CONDITION);
    struct thread *t = __rethread_position() == before ? NULL : __rethread_wakes();
    if (t && t->condition != c)
        __rethread_diverged("does not wait there", t);
    if (!t && o->waiters && __rethread_position() != before)
        wake_for_no_reason(c);
    if (!t && o->waiters && __rethread_position() != before)
        __rethread_diverged("a signal wakes somebody", __rethread_self);
    if (t)
        wake(t);
    return 0;
}
static int cond_broadcast(pthread_cond_t *c, uintptr_t caller) {
    __rethread_point(CALL, caller, c, 8);
    used(c, CONDITION);
    for (uint32_t i = 0; i < __rethread_threads(); i++)
        if (__rethread_thread(i)->condition == c)
            wake(__rethread_thread(i));
    return 0;
}

int __wrap_pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *a) { return cond_init(c, a, CALLER); }
int __wrap_pthread_cond_destroy(pthread_cond_t *c) { return cond_destroy(c, CALLER); }
int __wrap_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) { return cond_wait(c, m, NULL, CALLER); }
int __wrap_pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *time) {
    return cond_wait(c, m, time, CALLER);
}
int __wrap_pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock,
                                  const struct timespec *time) {
    return is_clock(clock) ? cond_wait(c, m, time, CALLER) : EINVAL;
}
int __wrap_pthread_cond_signal(pthread_cond_t *c) { return cond_signal(c, CALLER); }
int __wrap_pthread_cond_broadcast(pthread_cond_t *c) { return cond_broadcast(c, CALLER); }

/* Read-write locks */

int __real_pthread_rwlock_init(pthread_rwlock_t *, const pthread_rwlockattr_t *);
int __real_pthread_rwlock_destroy(pthread_rwlock_t *);
int __real_pthread_rwlock_unlock(pthread_rwlock_t *);
int __real_pthread_rwlock_tryrdlock(pthread_rwlock_t *);
int __real_pthread_rwlock_trywrlock(pthread_rwlock_t *);
int __real_pthread_rwlock_timedrdlock(pthread_rwlock_t *, const struct timespec *);
int __real_pthread_rwlock_timedwrlock(pthread_rwlock_t *, const struct timespec *);

int __wrap_pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *attributes) {
    __rethread_point(CALL, CALLER, l, 8);
    initialise(l, RWLOCK);
    return __real_pthread_rwlock_init(l, attributes);
}
int __wrap_pthread_rwlock_destroy(pthread_rwlock_t *l) {
    __rethread_point(CALL, CALLER, l, 8);
    destroy(l, RWLOCK);
    return __real_pthread_rwlock_destroy(l);
}

static void holds(struct object *o, int write) {
    struct thread *me = __rethread_self;
    if (write)
        o->owner = me;
    else
        reads_again(o, me);
}
static int try_rwlock(pthread_rwlock_t *l, int write, const struct timespec *time) {
    struct timespec past = long_ago(time);
    struct object *o = used(l, RWLOCK);
    int code = write ? __real_pthread_rwlock_timedwrlock(l, &past) : __real_pthread_rwlock_timedrdlock(l, &past);
    if (code == 0)
        holds(o, write);
    return code;
}
static int rwlock(pthread_rwlock_t *l, int write, uintptr_t caller) {
    int code;
    __rethread_point(CALL, caller, l, 8);
    __rethread_self->pc = caller;
    while ((code = try_rwlock(l, write, NULL)) == ETIMEDOUT)
        __rethread_blocked();
    not_blocked();
    return code;
}
static int rwlock_timed(pthread_rwlock_t *l, int write, clockid_t clock, const struct timespec *time,
                        uintptr_t caller) {
    if (!is_clock(clock) || !is_time(time))
        return EINVAL;
    __rethread_point(CALL, caller, l, 8);
    return try_rwlock(l, write, time);
}
static int rwlock_try(pthread_rwlock_t *l, int write, uintptr_t caller) {
    __rethread_point(CALL, caller, l, 8);
    struct object *o = used(l, RWLOCK);
    int code = write ? __real_pthread_rwlock_trywrlock(l) : __real_pthread_rwlock_tryrdlock(l);
    if (code == 0)
        holds(o, write);
    return code;
}
int __wrap_pthread_rwlock_rdlock(pthread_rwlock_t *l) { return rwlock(l, 0, CALLER); }
int __wrap_pthread_rwlock_wrlock(pthread_rwlock_t *l) { return rwlock(l, 1, CALLER); }
int __wrap_pthread_rwlock_tryrdlock(pthread_rwlock_t *l) { return rwlock_try(l, 0, CALLER); }
int __wrap_pthread_rwlock_trywrlock(pthread_rwlock_t *l) { return rwlock_try(l, 1, CALLER); }
int __wrap_pthread_rwlock_timedrdlock(pthread_rwlock_t *l, const struct timespec *time) {
    return rwlock_timed(l, 0, CLOCK_REALTIME, time, CALLER);
}
int __wrap_pthread_rwlock_timedwrlock(pthread_rwlock_t *l, const struct timespec *time) {
    return rwlock_timed(l, 1, CLOCK_REALTIME, time, CALLER);
}
int __wrap_pthread_rwlock_clockrdlock(pthread_rwlock_t *l, clockid_t clock, const struct timespec *time) {
    return rwlock_timed(l, 0, clock, time, CALLER);
}
int __wrap_pthread_rwlock_clockwrlock(pthread_rwlock_t *l, clockid_t clock, const struct timespec *time) {
    return rwlock_timed(l, 1, clock, time, CALLER);
}
int __wrap_pthread_rwlock_unlock(pthread_rwlock_t *l) {
    struct thread *me = __rethread_self;
    __rethread_point(CALL, CALLER, l, 8);
    struct object *o = used(l, RWLOCK);
    uint64_t bit = (uint64_t)1 << me->index % 64;
    int reads = (o->readers[me->index / 64] & bit) != 0;
    if (o->owner != me && !reads)
        misuse("unlock of a read-write lock that this thread does not hold");
    if (o->owner == me)
        o->owner = NULL;
    else
        reads_no_more(o, me);
    return __real_pthread_rwlock_unlock(l);
}

/* Spin locks */

int __real_pthread_spin_init(pthread_spinlock_t *, int);
int __real_pthread_spin_destroy(pthread_spinlock_t *);
int __real_pthread_spin_trylock(pthread_spinlock_t *);
int __real_pthread_spin_unlock(pthread_spinlock_t *);

static const void *of(pthread_spinlock_t *l) { return (const void *)(uintptr_t)l; }
int __wrap_pthread_spin_init(pthread_spinlock_t *l, int shared) {
    __rethread_point(CALL, CALLER, l, 4);
    initialise(of(l), SPIN);
    return __real_pthread_spin_init(l, shared);
}
int __wrap_pthread_spin_destroy(pthread_spinlock_t *l) {
    __rethread_point(CALL, CALLER, l, 4);
    destroy(of(l), SPIN);
    return __real_pthread_spin_destroy(l);
}
static int try_spin(pthread_spinlock_t *l) {
    struct object *o = used(of(l), SPIN);
    int code = __real_pthread_spin_trylock(l);
    if (code == 0)
        o->owner = __rethread_self;
    return code;
}
int __wrap_pthread_spin_lock(pthread_spinlock_t *l) {
    __rethread_point(CALL, CALLER, l, 4);
    __rethread_self->pc = CALLER;
    while (try_spin(l))
        __rethread_blocked();
    not_blocked();
    return 0;
}
int __wrap_pthread_spin_trylock(pthread_spinlock_t *l) {
    __rethread_point(CALL, CALLER, l, 4);
    return try_spin(l);
}
int __wrap_pthread_spin_unlock(pthread_spinlock_t *l) {
    __rethread_point(CALL, CALLER, l, 4);
    struct object *o = used(of(l), SPIN);
    if (o->owner != __rethread_self)
        misuse(o->owner ? "unlock of a spin lock that another thread holds" : "unlock of a spin lock that is not locked");
    o->owner = NULL;
    return __real_pthread_spin_unlock(l);
}

/* Barriers */

int __wrap_pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *attributes, unsigned need) {
    (void)attributes;
    if (need == 0 || need > INT_MAX)
        return EINVAL;
    __rethread_point(CALL, CALLER, b, 8);
    initialise(b, BARRIER);
    object_at(b)->need = need;
    return 0;
}
int __wrap_pthread_barrier_destroy(pthread_barrier_t *b) {
    __rethread_point(CALL, CALLER, b, 8);
    destroy(b, BARRIER);
    return 0;
}
int __wrap_pthread_barrier_wait(pthread_barrier_t *b) {
    __rethread_point(CALL, CALLER, b, 8);
    struct object *o = used(b, BARRIER);
    uint32_t round = o->round;
    int last = ++o->arrived == o->need;
    if (last) {
        o->arrived = 0;
        o->round++;
    }
    __rethread_self->pc = CALLER;
    __rethread_point_inside(CALLER, b);
    while (!last && o->round == round)
        __rethread_blocked();
    return last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

/* Semaphores */

int __real_sem_init(sem_t *, int, unsigned);
int __real_sem_destroy(sem_t *);
int __real_sem_post(sem_t *);
int __real_sem_trywait(sem_t *);
int __real_sem_getvalue(sem_t *, int *);

int __wrap_sem_init(sem_t *s, int shared, unsigned value) {
    if (value > INT_MAX)
        return __real_sem_init(s, shared, value);
    __rethread_point(CALL, CALLER, s, 8);
    initialise(s, SEMAPHORE);
    return __real_sem_init(s, shared, value);
}
int __wrap_sem_destroy(sem_t *s) {
    __rethread_point(CALL, CALLER, s, 8);
    destroy(s, SEMAPHORE);
    return __real_sem_destroy(s);
}
int __wrap_sem_post(sem_t *s) {
    __rethread_point(CALL, CALLER, s, 8);
    used(s, SEMAPHORE);
    return __real_sem_post(s);
}
int __wrap_sem_getvalue(sem_t *s, int *value) {
    __rethread_point(CALL, CALLER, s, 8);
    used(s, SEMAPHORE);
    return __real_sem_getvalue(s, value);
}
int __wrap_sem_wait(sem_t *s) {
    __rethread_point(CALL, CALLER, s, 8);
    if (cancel_is_due(__rethread_self))
        act_on_cancel();
    used(s, SEMAPHORE);
    __rethread_self->pc = CALLER;
    int keep = errno;
    while (__real_sem_trywait(s)) {
        __rethread_blocked();
        if (cancel_is_due(__rethread_self))
            act_on_cancel();
    }
    errno = keep;
    not_blocked();
    return 0;
}
int __wrap_sem_trywait(sem_t *s) {
    __rethread_point(CALL, CALLER, s, 8);
    used(s, SEMAPHORE);
    return __real_sem_trywait(s);
}
static int sem_timed(sem_t *s, clockid_t clock, const struct timespec *time, uintptr_t caller) {
    if (!is_clock(clock) || !is_time(time)) {
        errno = EINVAL;
        return -1;
    }
    __rethread_point(CALL, caller, s, 8);
    if (cancel_is_due(__rethread_self))
        act_on_cancel();
    used(s, SEMAPHORE);
    int code = __real_sem_trywait(s);
    if (code)
        errno = ETIMEDOUT;
    return code;
}
int __wrap_sem_timedwait(sem_t *s, const struct timespec *time) {
    return sem_timed(s, CLOCK_REALTIME, time, CALLER);
}
int __wrap_sem_clockwait(sem_t *s, clockid_t clock, const struct timespec *time) {
    return sem_timed(s, clock, time, CALLER);
}

/* Once: 0 is not yet, 1 is running, 2 is done, as glibc has it. */

static void begun_in_vain(void *control) { *(int *)control = 0; }

static int once(int *control, void (*function)(void), uintptr_t caller) {
    __rethread_point(CALL, caller, control, 4);
    __rethread_self->pc = caller;
    while (*control == 1)
        __rethread_blocked();
    not_blocked();
    if (*control == 2)
        return 0;
    *control = 1;
    pthread_cleanup_push(begun_in_vain, control);
    function();
    pthread_cleanup_pop(0);
    __rethread_point(CALL, caller, control, 4);
    *control = 2;
    return 0;
}
int __wrap_pthread_once(pthread_once_t *control, void (*function)(void)) { return once(control, function, CALLER); }

/* pthread.h and sched.h: attributes and settings, in glibc's layout. What threads do is the engine's.
 *
 * Exact where it can be asked back. Scheduling has no effect: every order of steps is tried whatever the policy, and
 * only the policies that need no privilege are accepted.
 */
#include "model.h"
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>

/* pthread_attr_t inside glibc. */
struct attributes {
    struct sched_param param;
    int policy;
    int flags;
    size_t guard;
    uintptr_t stack; /* its end */
    size_t stack_size;
    void *more;
    void *unused;
};
_Static_assert(sizeof(struct attributes) == sizeof(pthread_attr_t), "one layout");

enum { DETACHED = 1, NOT_INHERITED = 2, STACK_SET = 8, PAGE_SIZE = 4096, SMALLEST_STACK = 16384 };
enum { DEFAULT_STACK = 8 << 20 };

#define INSIDE(p) ((struct attributes *)(p))
#define LOOK(p) ((const struct attributes *)(p))

int pthread_attr_init(pthread_attr_t *p) {
    memset(p, 0, sizeof *p);
    INSIDE(p)->guard = PAGE_SIZE;
    return 0;
}

int pthread_attr_destroy(pthread_attr_t *p) { return rt_touch(p), 0; }

static int set_flag(pthread_attr_t *p, int flag, int value, int clear, int set) {
    if (value != clear && value != set)
        return EINVAL;
    if (value == set)
        INSIDE(p)->flags |= flag;
    else
        INSIDE(p)->flags &= ~flag;
    return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *p, int state) {
    return set_flag(p, DETACHED, state, PTHREAD_CREATE_JOINABLE, PTHREAD_CREATE_DETACHED);
}

int pthread_attr_getdetachstate(const pthread_attr_t *p, int *state) {
    *state = LOOK(p)->flags & DETACHED ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE;
    return 0;
}

int pthread_attr_setinheritsched(pthread_attr_t *p, int inherit) {
    return set_flag(p, NOT_INHERITED, inherit, PTHREAD_INHERIT_SCHED, PTHREAD_EXPLICIT_SCHED);
}

int pthread_attr_getinheritsched(const pthread_attr_t *p, int *inherit) {
    *inherit = LOOK(p)->flags & NOT_INHERITED ? PTHREAD_EXPLICIT_SCHED : PTHREAD_INHERIT_SCHED;
    return 0;
}

/* Linux has one scope. */
int pthread_attr_setscope(pthread_attr_t *p, int scope) {
    rt_touch(p);
    return scope == PTHREAD_SCOPE_SYSTEM ? 0 : scope == PTHREAD_SCOPE_PROCESS ? ENOTSUP : EINVAL;
}

int pthread_attr_getscope(const pthread_attr_t *p, int *scope) {
    rt_touch(p);
    *scope = PTHREAD_SCOPE_SYSTEM;
    return 0;
}

int pthread_attr_setguardsize(pthread_attr_t *p, size_t size) {
    INSIDE(p)->guard = size;
    return 0;
}

int pthread_attr_getguardsize(const pthread_attr_t *restrict p, size_t *restrict size) {
    *size = LOOK(p)->guard;
    return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *p, size_t size) {
    if (size < SMALLEST_STACK)
        return EINVAL;
    INSIDE(p)->stack_size = size;
    return 0;
}

int pthread_attr_getstacksize(const pthread_attr_t *restrict p, size_t *restrict size) {
    size_t set = LOOK(p)->stack_size;
    *size = set ? set : DEFAULT_STACK;
    return 0;
}

/* The memory is not used: local variables are objects of their own. */
int pthread_attr_setstack(pthread_attr_t *p, void *base, size_t size) {
    if (size < SMALLEST_STACK)
        return EINVAL;
    INSIDE(p)->stack_size = size;
    INSIDE(p)->stack = (uintptr_t)base + size;
    INSIDE(p)->flags |= STACK_SET;
    return 0;
}

int pthread_attr_getstack(const pthread_attr_t *restrict p, void **restrict base, size_t *restrict size) {
    *base = (void *)(LOOK(p)->stack - LOOK(p)->stack_size);
    *size = LOOK(p)->stack_size;
    return 0;
}

static bool is_policy(int policy) { return policy == SCHED_OTHER || policy == SCHED_FIFO || policy == SCHED_RR; }

int pthread_attr_setschedpolicy(pthread_attr_t *p, int policy) {
    if (!is_policy(policy))
        return EINVAL;
    INSIDE(p)->policy = policy;
    return 0;
}

int pthread_attr_getschedpolicy(const pthread_attr_t *restrict p, int *restrict policy) {
    *policy = LOOK(p)->policy;
    return 0;
}

static int priority(int policy, int real_time) {
    if (policy == SCHED_FIFO || policy == SCHED_RR)
        return real_time;
    if (policy == SCHED_OTHER || policy == SCHED_BATCH || policy == SCHED_IDLE || policy == 6 /* SCHED_DEADLINE */)
        return 0;
    rt_errno = EINVAL;
    return -1;
}

int sched_get_priority_min(int policy) { return priority(policy, 1); }
int sched_get_priority_max(int policy) { return priority(policy, 99); }

int pthread_attr_setschedparam(pthread_attr_t *restrict p, const struct sched_param *restrict param) {
    int most = LOOK(p)->policy == SCHED_OTHER ? 0 : 99;
    if (param->sched_priority < (most ? 1 : 0) || param->sched_priority > most)
        return EINVAL;
    INSIDE(p)->param = *param;
    return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *restrict p, struct sched_param *restrict param) {
    *param = LOOK(p)->param;
    return 0;
}

/* Every thread runs under SCHED_OTHER, and what needs privilege is refused. */
int pthread_setschedparam(pthread_t t, int policy, const struct sched_param *param) {
    (void)t;
    if (!is_policy(policy))
        return EINVAL;
    if (policy != SCHED_OTHER)
        return EPERM;
    return param->sched_priority ? EINVAL : 0;
}

int pthread_getschedparam(pthread_t t, int *restrict policy, struct sched_param *restrict param) {
    (void)t;
    *policy = SCHED_OTHER;
    param->sched_priority = 0;
    return 0;
}

int pthread_setschedprio(pthread_t t, int priority) { return (void)t, priority ? EINVAL : 0; }

static int concurrency;

int pthread_setconcurrency(int level) {
    if (level < 0)
        return EINVAL;
    concurrency = level;
    return 0;
}

int pthread_getconcurrency(void) { return concurrency; }

/* There is no fork. */
int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) {
    return (void)prepare, (void)parent, (void)child, 0;
}

/* Names: at most 15 characters; unnamed threads have the program's. */
enum { NAME_SIZE = 16, MAX_NAMED = 64 };
static struct {
    pthread_t thread;
    char name[NAME_SIZE];
} named[MAX_NAMED];
static unsigned named_count;

int pthread_setname_np(pthread_t t, const char *name) {
    size_t n = rt_strlen(name);
    if (n >= NAME_SIZE)
        return ERANGE;
    unsigned i = 0;
    while (i < named_count && named[i].thread != t)
        i++;
    if (i == MAX_NAMED)
        return ENOMEM;
    if (i == named_count)
        named_count++;
    named[i].thread = t;
    memcpy(named[i].name, name, n + 1);
    return 0;
}

int pthread_getname_np(pthread_t t, char *buffer, size_t size) {
    const char *name = "a.out";
    for (unsigned i = 0; i < named_count; i++)
        if (named[i].thread == t)
            name = named[i].name;
    if (size < NAME_SIZE)
        return ERANGE;
    memcpy(buffer, name, rt_strlen(name) + 1);
    return 0;
}

/* One processor is enough for every order of steps. */
int pthread_setaffinity_np(pthread_t t, size_t size, const cpu_set_t *set) {
    (void)t;
    for (size_t i = 0; i < size; i++)
        if (((const char *)set)[i])
            return 0;
    return EINVAL;
}

int pthread_getaffinity_np(pthread_t t, size_t size, cpu_set_t *set) {
    (void)t;
    if (!size)
        return EINVAL;
    memset(set, 0, size);
    *(char *)set = 1;
    return 0;
}

/* CPU_COUNT. */
int __sched_cpucount(size_t size, const cpu_set_t *set) {
    int count = 0;
    for (size_t i = 0; i < size; i++)
        count += __builtin_popcount(((const unsigned char *)set)[i]);
    return count;
}

/* Attributes of mutexes: the kind, and above it what else was asked for. pthread_mutex_init refuses what it cannot do. */
enum { KIND_MASK = 0xfff, CEILING_SHIFT = 12, PROTOCOL_SHIFT = 28, ROBUST = 0x40000000 };
#define CEILING_MASK 0x00fff000u
#define PROTOCOL_MASK 0x30000000u
#define SHARED 0x80000000u
#define BITS(p) (*(unsigned *)(p))
#define SEEN(p) (*(const unsigned *)(p))

int pthread_mutexattr_init(pthread_mutexattr_t *p) {
    BITS(p) = 0;
    return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *p) { return rt_touch(p), 0; }

int pthread_mutexattr_settype(pthread_mutexattr_t *p, int kind) {
    if (kind < PTHREAD_MUTEX_NORMAL || kind > PTHREAD_MUTEX_ADAPTIVE_NP)
        return EINVAL;
    BITS(p) = (SEEN(p) & ~(unsigned)KIND_MASK) | (unsigned)kind;
    return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict p, int *restrict kind) {
    *kind = (int)(SEEN(p) & KIND_MASK);
    return 0;
}

/* One process: private and shared are the same. */
static int set_shared(unsigned *bits, unsigned flag, int shared) {
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    *bits = shared == PTHREAD_PROCESS_SHARED ? *bits | flag : *bits & ~flag;
    return 0;
}

static int get_shared(unsigned bits, unsigned flag) {
    return bits & flag ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *p, int shared) { return set_shared(&BITS(p), SHARED, shared); }

int pthread_mutexattr_getpshared(const pthread_mutexattr_t *restrict p, int *restrict shared) {
    *shared = get_shared(SEEN(p), SHARED);
    return 0;
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t *p, int robust) {
    if (robust != PTHREAD_MUTEX_STALLED && robust != PTHREAD_MUTEX_ROBUST)
        return EINVAL;
    BITS(p) = robust == PTHREAD_MUTEX_ROBUST ? SEEN(p) | ROBUST : SEEN(p) & ~(unsigned)ROBUST;
    return 0;
}

int pthread_mutexattr_getrobust(const pthread_mutexattr_t *p, int *robust) {
    *robust = SEEN(p) & ROBUST ? PTHREAD_MUTEX_ROBUST : PTHREAD_MUTEX_STALLED;
    return 0;
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *p, int protocol) {
    if (protocol != PTHREAD_PRIO_NONE && protocol != PTHREAD_PRIO_INHERIT && protocol != PTHREAD_PRIO_PROTECT)
        return EINVAL;
    BITS(p) = (SEEN(p) & ~PROTOCOL_MASK) | (unsigned)protocol << PROTOCOL_SHIFT;
    return 0;
}

int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *restrict p, int *restrict protocol) {
    *protocol = (int)((SEEN(p) & PROTOCOL_MASK) >> PROTOCOL_SHIFT);
    return 0;
}

int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *p, int ceiling) {
    if (ceiling < 1 || ceiling > 99)
        return EINVAL;
    BITS(p) = (SEEN(p) & ~CEILING_MASK) | (unsigned)ceiling << CEILING_SHIFT;
    return 0;
}

/* Never set: the smallest there is. */
int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *restrict p, int *restrict ceiling) {
    int set = (int)((SEEN(p) & CEILING_MASK) >> CEILING_SHIFT);
    *ceiling = set ? set : 1;
    return 0;
}

/* Condition variables: shared, then the clock. */
int pthread_condattr_init(pthread_condattr_t *p) {
    BITS(p) = 0;
    return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *p) { return rt_touch(p), 0; }

int pthread_condattr_setpshared(pthread_condattr_t *p, int shared) { return set_shared(&BITS(p), 1, shared); }

int pthread_condattr_getpshared(const pthread_condattr_t *restrict p, int *restrict shared) {
    *shared = get_shared(SEEN(p), 1);
    return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *p, clockid_t clock) {
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
        return EINVAL;
    BITS(p) = (SEEN(p) & 1) | (unsigned)clock << 1;
    return 0;
}

int pthread_condattr_getclock(const pthread_condattr_t *restrict p, clockid_t *restrict clock) {
    *clock = (clockid_t)(SEEN(p) >> 1 & 1);
    return 0;
}

/* Read-write locks: whom they prefer, then shared. */
struct rwlock_attributes {
    int kind;
    unsigned shared;
};
_Static_assert(sizeof(struct rwlock_attributes) == sizeof(pthread_rwlockattr_t), "one layout");
#define RWLOCK(p) ((struct rwlock_attributes *)(p))

int pthread_rwlockattr_init(pthread_rwlockattr_t *p) {
    RWLOCK(p)->kind = PTHREAD_RWLOCK_DEFAULT_NP;
    RWLOCK(p)->shared = 0;
    return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *p) { return rt_touch(p), 0; }

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *p, int shared) {
    return set_shared(&RWLOCK(p)->shared, 1, shared);
}

int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *restrict p, int *restrict shared) {
    *shared = get_shared(RWLOCK(p)->shared, 1);
    return 0;
}

int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *p, int kind) {
    if (kind < PTHREAD_RWLOCK_PREFER_READER_NP || kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
        return EINVAL;
    RWLOCK(p)->kind = kind;
    return 0;
}

int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *restrict p, int *restrict kind) {
    *kind = RWLOCK(p)->kind;
    return 0;
}

int pthread_barrierattr_init(pthread_barrierattr_t *p) {
    BITS(p) = 0;
    return 0;
}

int pthread_barrierattr_destroy(pthread_barrierattr_t *p) { return rt_touch(p), 0; }

int pthread_barrierattr_setpshared(pthread_barrierattr_t *p, int shared) { return set_shared(&BITS(p), 1, shared); }

int pthread_barrierattr_getpshared(const pthread_barrierattr_t *restrict p, int *restrict shared) {
    *shared = get_shared(SEEN(p), 1);
    return 0;
}

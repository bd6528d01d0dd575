/* Attributes of threads and of what they synchronise by: what can be asked back, and what is refused. */
#include "check.h"
#include <pthread.h>
#include <sched.h>
#include <threads.h>
#include <time.h>

/* Values around everything that has a meaning. */
static int value(void) {
    static const int odd[] = {-1, 99, 100, 101, 0x7fffffff, -0x7fffffff - 1};
    return pick(8) ? (int)pick(8) : odd[pick(sizeof odd / sizeof *odd)];
}

#define SETTER(kind, name)                                                                                      \
    {                                                                                                           \
        int v = value(), a = pthread_##kind##_set##name(&real, v), b = m_pthread_##kind##_set##name(&model, v); \
        CHECK(a == b, #kind "_set" #name "(%d): %d, model %d", v, a, b);                                        \
    }
#define GETTER(kind, name)                                                                                     \
    {                                                                                                          \
        int v = -5, w = -5, a = pthread_##kind##_get##name(&real, &v), b = m_pthread_##kind##_get##name(&model, &w); \
        CHECK(a == b && v == w, #kind "_get" #name ": %d, model %d", v, w);                                    \
    }
#define PAIR(kind, name)                              \
    extern __typeof__(pthread_##kind##_set##name) m_pthread_##kind##_set##name; \
    extern __typeof__(pthread_##kind##_get##name) m_pthread_##kind##_get##name
#define FAMILY(kind)                                  \
    extern __typeof__(pthread_##kind##_init) m_pthread_##kind##_init; \
    extern __typeof__(pthread_##kind##_destroy) m_pthread_##kind##_destroy

FAMILY(attr); PAIR(attr, detachstate); PAIR(attr, inheritsched); PAIR(attr, scope); PAIR(attr, schedpolicy);
PAIR(attr, stacksize); PAIR(attr, guardsize); PAIR(attr, stack); PAIR(attr, schedparam);
FAMILY(mutexattr); PAIR(mutexattr, type); PAIR(mutexattr, pshared); PAIR(mutexattr, robust); PAIR(mutexattr, protocol);
PAIR(mutexattr, prioceiling);
FAMILY(condattr); PAIR(condattr, pshared); PAIR(condattr, clock);
FAMILY(rwlockattr); PAIR(rwlockattr, pshared); PAIR(rwlockattr, kind_np);
FAMILY(barrierattr); PAIR(barrierattr, pshared);
M(sched_get_priority_min); M(sched_get_priority_max); M(pthread_setconcurrency); M(pthread_getconcurrency);

static void sizes(pthread_attr_t *real, pthread_attr_t *model) {
    size_t n = pick(2) ? pick(40000) : pick64(), v = 1, w = 1;
    CHECK(pthread_attr_setguardsize(real, n) == m_pthread_attr_setguardsize(model, n), "guard size");
    CHECK(pthread_attr_getguardsize(real, &v) == m_pthread_attr_getguardsize(model, &w) && v == w, "guard size");
    CHECK(pthread_attr_setstacksize(real, n) == m_pthread_attr_setstacksize(model, n), "stack size %zu", n);
    int a = pthread_attr_getstacksize(real, &v), b = m_pthread_attr_getstacksize(model, &w);
    CHECK(a == b && v == w, "stack size %zu, model %zu", v, w);
    void *p = real, *q = real, *base = (void *)(uintptr_t)(pick(1000) * 4096);
    n = pick(40000);
    CHECK(pthread_attr_setstack(real, base, n) == m_pthread_attr_setstack(model, base, n), "stack");
    a = pthread_attr_getstack(real, &p, &v), b = m_pthread_attr_getstack(model, &q, &w);
    CHECK(a == b && p == q && v == w, "stack %p, model %p", p, q);
}

static void parameters(pthread_attr_t *real, pthread_attr_t *model) {
    struct sched_param set = {value()}, v = {-7}, w = {-7};
    int a = pthread_attr_setschedparam(real, &set), b = m_pthread_attr_setschedparam(model, &set);
    CHECK(a == b, "priority %d: %d, model %d", set.sched_priority, a, b);
    pthread_attr_getschedparam(real, &v), m_pthread_attr_getschedparam(model, &w);
    CHECK(v.sched_priority == w.sched_priority, "priority %d, model %d", v.sched_priority, w.sched_priority);
}

static void threads(void) {
    pthread_attr_t real, model;
    memset(&real, 0x55, sizeof real);
    memset(&model, 0x55, sizeof model);
    CHECK(pthread_attr_init(&real) == m_pthread_attr_init(&model), "attr_init");
    for (int i = 0; i < 6; i++) {
        size_t v, w;
        pthread_attr_getstacksize(&real, &v), m_pthread_attr_getstacksize(&model, &w);
        CHECK(v == w, "stack size %zu, model %zu", v, w);
        SETTER(attr, detachstate) GETTER(attr, detachstate)
        SETTER(attr, inheritsched) GETTER(attr, inheritsched)
        SETTER(attr, scope) GETTER(attr, scope)
        SETTER(attr, schedpolicy) GETTER(attr, schedpolicy)
        parameters(&real, &model);
        sizes(&real, &model);
    }
    CHECK(pthread_attr_destroy(&real) == m_pthread_attr_destroy(&model), "attr_destroy");
}

static void objects(void) {
    {
        pthread_mutexattr_t real, model;
        CHECK(pthread_mutexattr_init(&real) == m_pthread_mutexattr_init(&model), "mutexattr_init");
        for (int i = 0; i < 6; i++) {
            SETTER(mutexattr, type) SETTER(mutexattr, pshared) SETTER(mutexattr, robust) SETTER(mutexattr, protocol)
            SETTER(mutexattr, prioceiling)
            GETTER(mutexattr, type) GETTER(mutexattr, pshared) GETTER(mutexattr, robust) GETTER(mutexattr, protocol)
            GETTER(mutexattr, prioceiling)
        }
        CHECK(pthread_mutexattr_destroy(&real) == m_pthread_mutexattr_destroy(&model), "mutexattr_destroy");
    }
    {
        pthread_condattr_t real, model;
        CHECK(pthread_condattr_init(&real) == m_pthread_condattr_init(&model), "condattr_init");
        for (int i = 0; i < 6; i++) {
            SETTER(condattr, pshared) SETTER(condattr, clock) GETTER(condattr, pshared) GETTER(condattr, clock)
        }
        CHECK(pthread_condattr_destroy(&real) == m_pthread_condattr_destroy(&model), "condattr_destroy");
    }
    {
        pthread_rwlockattr_t real, model;
        CHECK(pthread_rwlockattr_init(&real) == m_pthread_rwlockattr_init(&model), "rwlockattr_init");
        for (int i = 0; i < 6; i++) {
            SETTER(rwlockattr, pshared) SETTER(rwlockattr, kind_np)
            GETTER(rwlockattr, pshared) GETTER(rwlockattr, kind_np)
        }
        CHECK(pthread_rwlockattr_destroy(&real) == m_pthread_rwlockattr_destroy(&model), "rwlockattr_destroy");
    }
    {
        pthread_barrierattr_t real, model;
        CHECK(pthread_barrierattr_init(&real) == m_pthread_barrierattr_init(&model), "barrierattr_init");
        for (int i = 0; i < 6; i++) {
            SETTER(barrierattr, pshared) GETTER(barrierattr, pshared)
        }
        CHECK(pthread_barrierattr_destroy(&real) == m_pthread_barrierattr_destroy(&model), "barrierattr_destroy");
    }
}

void check_threads(void) {
    for (int i = 0; i < 2000; i++) {
        threads();
        objects();
        int level = value(), policy = (int)pick(7), a, b; /* kernels may know more policies */
        BOTH(a = sched_get_priority_min(policy), b = m_sched_get_priority_min(policy));
        CHECK(a == b, "sched_get_priority_min(%d): %d, model %d", policy, a, b);
        BOTH(a = sched_get_priority_max(policy), b = m_sched_get_priority_max(policy));
        CHECK(a == b, "sched_get_priority_max(%d): %d, model %d", policy, a, b);
        CHECK(pthread_setconcurrency(level) == m_pthread_setconcurrency(level), "setconcurrency");
        CHECK(pthread_getconcurrency() == m_pthread_getconcurrency(), "getconcurrency");
    }
}

/* What is known of synchronisation objects beside their bytes: who holds them, and whether they exist. What
 * the C library would let pass or not notice is a misuse here, as in exploration. */
#define _GNU_SOURCE
#include "schedule.h"
#include <string.h>
#include <sys/mman.h>

enum family { MUTEX = 1, CONDITION, RWLOCK, SPIN, BARRIER, SEMAPHORE };

struct object {
    uintptr_t at;
    enum family family;
    int destroyed;
    struct thread *owner;
    uint32_t count;
    uint64_t readers[MOST_THREADS / 64];
    uint32_t need, arrived, round, waiters;
    void *mutex;
};

#define MOST_OBJECTS (1u << 16)
static struct object *objects;

static struct object *object_at(const void *at) {
    /* If it is gone this is where a sanitizer says so. */
    (void)*(const volatile char *)at;
    if (!objects)
        objects = mmap(NULL, MOST_OBJECTS * sizeof *objects, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    uint32_t slot = (uint32_t)((uintptr_t)at / 4 * 2654435761u) % MOST_OBJECTS;
    while (objects[slot].at && objects[slot].at != (uintptr_t)at)
        slot = (slot + 1) % MOST_OBJECTS;
    objects[slot].at = (uintptr_t)at;
    return &objects[slot];
}

/* Was nothing ever written to these bytes? Only MemorySanitizer knows. */
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
static int is_unwritten(const void *at, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (__msan_test_shadow((const char *)at + i, 1) < 0)
            return 0;
    return 1;
}
#else
static int is_unwritten(const void *at, size_t size) {
    (void)at, (void)size;
    return 0;
}
#endif

static void misuse(const char *what) __attribute__((noreturn));
static void misuse(const char *what) {
    __rethread_event("misuse", what, NULL);
    __rethread_stack();
    __rethread_park();
    __rethread_stop();
}

/* A reader may lock again: how often it did so beyond the first. */
static struct again {
    struct object *object;
    struct thread *reader;
    uint32_t times;
} again[256];

static struct again *read_again(struct object *o, struct thread *t) {
    struct again *unused = NULL;
    for (unsigned i = 0; i < sizeof again / sizeof *again; i++) {
        if (again[i].times && again[i].object == o && again[i].reader == t)
            return &again[i];
        if (!again[i].times)
            unused = &again[i];
    }
    if (!unused)
        __rethread_diverged("too many locks that are read again", t);
    unused->object = o;
    unused->reader = t;
    return unused;
}

static void reads_again(struct object *o, struct thread *t) {
    uint64_t bit = (uint64_t)1 << t->index % 64;
    if (o->readers[t->index / 64] & bit)
        read_again(o, t)->times++;
    o->readers[t->index / 64] |= bit;
}

static void reads_no_more(struct object *o, struct thread *t) {
    struct again *more = read_again(o, t);
    if (more->times)
        more->times--;
    else
        o->readers[t->index / 64] &= ~((uint64_t)1 << t->index % 64);
}

static int has_readers(const struct object *o) {
    for (unsigned i = 0; i < MOST_THREADS / 64; i++)
        if (o->readers[i])
            return 1;
    return 0;
}

static int in_use(const struct object *o) {
    return o->owner || o->waiters || o->arrived || has_readers(o);
}

static void fresh(struct object *o, enum family family) {
    uintptr_t at = o->at;
    memset(o, 0, sizeof *o);
    o->at = at;
    o->family = family;
}

static void initialise(const void *at, enum family family) {
    struct object *o = object_at(at);
    if (o->family == family && !o->destroyed && in_use(o))
        misuse("initialised again while it is in use");
    fresh(o, family);
}

/* The object behind a pointer; one with a static initialiser comes into being here. */
static struct object *used(const void *at, enum family family) {
    struct object *o = object_at(at);
    if (o->family == family && !o->destroyed)
        return o;
    /* glibc marks a destroyed mutex; an assignment of an initialiser takes the mark away. */
    int again = family == MUTEX && ((const pthread_mutex_t *)at)->__data.__kind != -1;
    if (o->family && o->destroyed && !again)
        misuse("use of something that was destroyed");
    if (o->family && !o->destroyed)
        misuse("use of something else");
    size_t size = family == MUTEX ? sizeof(pthread_mutex_t)
                                  : family == CONDITION ? sizeof(pthread_cond_t) : sizeof(pthread_rwlock_t);
    if (!o->family && (family == SPIN || family == BARRIER || family == SEMAPHORE || is_unwritten(at, size)))
        misuse("use of something that was never initialised");
    fresh(o, family);
    return o;
}

static void destroy(const void *at, enum family family) {
    struct object *o = used(at, family);
    if (in_use(o))
        misuse("destroyed while it is in use");
    o->destroyed = 1;
}

/* Out of the queue of a condition variable. */
static void leave_queue(struct thread *t) {
    if (t->condition) {
        object_at(t->condition)->waiters--;
        t->condition = NULL;
    }
}

static void wake(struct thread *t) {
    leave_queue(t);
    t->woken = 1;
    if (t->status == BLOCKED)
        t->status = READY;
}

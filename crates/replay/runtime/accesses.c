/* What clang's instrumentation for ThreadSanitizer calls (for one thing that of AddressSanitizer): each access may be a step. Plain accesses happen
 * after the call; atomic ones and copies happen in here. Atomics are sequentially consistent, as explored. */
#define _GNU_SOURCE
#include "schedule.h"
#include <string.h>

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long u64;
typedef unsigned __int128 u128;

void __tsan_init(void) {}

#define PLAIN(name, kind, size)                                                                            \
    void __tsan_##name(void *at) { __rethread_point(kind, CALLER, at, size); }
#define PLAINS(size)                                                                                       \
    PLAIN(read##size, READ, size)                                                                          \
    PLAIN(write##size, WRITE, size)                                                                        \
    PLAIN(unaligned_read##size, READ, size)                                                                \
    PLAIN(unaligned_write##size, WRITE, size)                                                              \
    PLAIN(volatile_read##size, READ, size)                                                                 \
    PLAIN(volatile_write##size, WRITE, size)                                                               \
    PLAIN(unaligned_volatile_read##size, READ, size)                                                       \
    PLAIN(unaligned_volatile_write##size, WRITE, size)
PLAINS(1)
PLAINS(2)
PLAINS(4)
PLAINS(8)
PLAINS(16)

/* One access of both kinds: two steps, as in the source. */
#define BOTH(size)                                                                                         \
    void __tsan_read_write##size(void *at) {                                                               \
        __rethread_point(READ, CALLER, at, size);                                                          \
        __rethread_point(WRITE, CALLER, at, size);                                                         \
    }
BOTH(1)
BOTH(2)
BOTH(4)
BOTH(8)
BOTH(16)

PLAIN(vptr_read, READ, 8)
void __tsan_vptr_update(void **at, void *value) {
    (void)value;
    __rethread_point(WRITE, CALLER, at, 8);
}
void __tsan_read_range(void *at, u64 size) { __rethread_point(RANGE, CALLER, at, size); }
void __tsan_write_range(void *at, u64 size) { __rethread_point(RANGE, CALLER, at, size); }

void *__tsan_memcpy(void *to, const void *from, u64 size) {
    __rethread_point(RANGE, CALLER, to, size);
    return memcpy(to, from, size);
}
void *__tsan_memmove(void *to, const void *from, u64 size) {
    __rethread_point(RANGE, CALLER, to, size);
    return memmove(to, from, size);
}
void *__tsan_memset(void *to, int value, u64 size) {
    __rethread_point(RANGE, CALLER, to, size);
    return memset(to, value, size);
}

/* A struct that is passed by value. Where AddressSanitizer's own library is linked it is that one's affair. */
__attribute__((weak)) void __asan_loadN(void *at, u64 size) { __rethread_point(RANGE, CALLER, at, size); }
__attribute__((weak)) void __asan_handle_no_return(void) {}

/* Atomic sections, and the end of functions */

void __tsan_func_entry(void *caller) {
    struct thread *t = __rethread_self;
    if (!t)
        return;
    t->depth++;
    uint32_t next = t->next;
    if (!t->section && next != NONE) {
        __rethread_point(SECTION, (uintptr_t)caller, NULL, 0);
        if (t->next != next)
            t->section = t->depth;
    }
}

void __tsan_func_exit(void) {
    struct thread *t = __rethread_self;
    if (!t)
        return;
    if (t->section == t->depth)
        __rethread_section_ends(t);
    __rethread_point(END, CALLER, NULL, 0);
    t->depth--;
}

#define SEQ __ATOMIC_SEQ_CST
/* In the log the order stands above the size, plus one: races are judged by it. A store, which reads nothing and hands
 * on nothing that was there before, has one more bit. */
#define ORDERED(type, order) (sizeof(type) | (size_t)((order) + 1) << 32)
#define ORDERED_STORE(type, order) (ORDERED(type, order) | (size_t)16 << 32)
#define ATOMIC(bits, type)                                                                                 \
    type __tsan_atomic##bits##_load(const volatile type *at, int order) {                                  \
        __rethread_point(READ, CALLER, at, ORDERED(type, order));                                      \
        return __atomic_load_n(at, SEQ);                                                                   \
    }                                                                                                      \
    void __tsan_atomic##bits##_store(volatile type *at, type v, int order) {                               \
        __rethread_point(WRITE, CALLER, at, ORDERED_STORE(type, order));                                     \
        __atomic_store_n(at, v, SEQ);                                                                      \
    }                                                                                                      \
    type __tsan_atomic##bits##_exchange(volatile type *at, type v, int order) {                            \
        __rethread_point(WRITE, CALLER, at, ORDERED(type, order));                                     \
        return __atomic_exchange_n(at, v, SEQ);                                                            \
    }                                                                                                      \
    FETCH(bits, type, add) FETCH(bits, type, sub) FETCH(bits, type, and) FETCH(bits, type, or)             \
    FETCH(bits, type, xor) FETCH(bits, type, nand)                                                         \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile type *at, type *old, type v, int o, int f) { \
        (void)f;                                                                                       \
        __rethread_point(WRITE, CALLER, at, ORDERED(type, o));                                         \
        return __atomic_compare_exchange_n(at, old, v, 0, SEQ, SEQ);                                       \
    }                                                                                                      \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile type *at, type *old, type v, int o, int f) {  \
        (void)f;                                                                                       \
        __rethread_point(WRITE, CALLER, at, ORDERED(type, o));                                         \
        return __atomic_compare_exchange_n(at, old, v, 0, SEQ, SEQ);                                       \
    }                                                                                                      \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type *at, type old, type v, int o, int f) {   \
        (void)f;                                                                                       \
        __rethread_point(WRITE, CALLER, at, ORDERED(type, o));                                         \
        __atomic_compare_exchange_n(at, &old, v, 0, SEQ, SEQ);                                             \
        return old;                                                                                        \
    }
#define FETCH(bits, type, name)                                                                            \
    type __tsan_atomic##bits##_fetch_##name(volatile type *at, type v, int order) {                        \
        __rethread_point(WRITE, CALLER, at, ORDERED(type, order));                                     \
        return __atomic_fetch_##name(at, v, SEQ);                                                          \
    }
ATOMIC(8, u8)
ATOMIC(16, u16)
ATOMIC(32, u32)
ATOMIC(64, u64)
void __tsan_atomic_thread_fence(int order) {
    (void)order;
    __atomic_thread_fence(SEQ);
}
void __tsan_atomic_signal_fence(int order) { (void)order; }

/* Memory that others may know: when it is freed, whether there is any, and whether an address is given again.
 *
 * As in exploration an address is not given again, as long as there is room, and realloc always moves; but for
 * allocations that get the address of the last object of their size that was freed, where the test says so. */
#define _GNU_SOURCE
#include "schedule.h"
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#endif
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#endif

void __real_free(void *);
void *__real_realloc(void *, size_t);
void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_memalign(size_t, size_t);

/* Objects by address with the size that was asked for; only kept where an address is given again. */
struct piece {
    uintptr_t at;
    size_t size;
    /* Its number among the freed ones, from 1; 0: in use. */
    uint64_t freed;
};
#define MOST_PIECES ((size_t)1 << 18)
static struct piece *pieces;
static uint64_t freed_count;

static struct piece *piece_at(const void *at) {
    if (!pieces)
        pieces = mmap(NULL, MOST_PIECES * sizeof *pieces, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    size_t slot = (uintptr_t)at / 16 * 2654435761u % MOST_PIECES;
    for (size_t tried = 0; tried < MOST_PIECES; tried++, slot = (slot + 1) % MOST_PIECES)
        if (!pieces[slot].at || pieces[slot].at == (uintptr_t)at) {
            pieces[slot].at = (uintptr_t)at;
            return &pieces[slot];
        }
    __rethread_diverged("too many objects", __rethread_self);
}

/* The last of this size that was freed, as if it had never been. */
static void *given_again(size_t size) {
    struct piece *last = NULL;
    for (size_t i = 0; pieces && i < MOST_PIECES; i++)
        if (pieces[i].freed && pieces[i].size == size && (!last || pieces[i].freed > last->freed))
            last = &pieces[i];
    if (!last)
        __rethread_diverged("no freed object of this size", __rethread_self);
    last->freed = 0;
    void *object = (void *)last->at;
#if __has_feature(address_sanitizer)
    __asan_unpoison_memory_region(object, size);
#endif
#if __has_feature(memory_sanitizer)
    __msan_allocated_memory(object, size);
#endif
    return object;
}

static void *allocate_piece(size_t size, size_t align, int zero, uintptr_t caller) {
    enum happening what = __rethread_happens(ALLOCATES, caller);
    void *object = NULL;
    if (what == ALLOCATION_FAILS) {
        errno = ENOMEM;
        return NULL;
    }
    if (what == ADDRESS_AGAIN) {
        object = given_again(size);
        if (zero)
            memset(object, 0, size);
        return object;
    }
    if (align > 16)
        object = __real_memalign(align, size);
    else
        object = zero ? __real_calloc(1, size) : __real_malloc(size);
    if (object && __rethread_self && __rethread_reuses()) {
        struct piece *piece = piece_at(object);
        piece->size = size;
        piece->freed = 0;
    }
    return object;
}

#if !__has_feature(address_sanitizer)
#define MOST_KEPT ((size_t)256 << 20)
static size_t kept;
#endif

/* The end of an object; AGAIN if allocations may get its address. */
static void drop(void *object, int again) {
    if (object && __rethread_self && __rethread_reuses()) {
        struct piece *piece = piece_at(object);
        if (again && piece->size && !piece->freed) {
            piece->freed = ++freed_count;
#if __has_feature(address_sanitizer)
            __asan_poison_memory_region(object, piece->size);
#endif
            return;
        }
#if __has_feature(address_sanitizer)
        /* Freed before: the sanitizer is to say so, and knows only of what it did itself. */
        if (piece->freed)
            __real_free(object);
#endif
    }
#if !__has_feature(address_sanitizer)
    if (object && __rethread_self && kept < MOST_KEPT) {
        kept += malloc_usable_size(object);
        return;
    }
#endif
    __real_free(object);
}

void __wrap_free(void *object) {
    if (object)
        __rethread_point(FREE, CALLER, object, 0);
    drop(object, 1);
}

void *__wrap_malloc(size_t size) {
    __rethread_point(CALL, CALLER, NULL, 0);
    return allocate_piece(size, 16, 0, CALLER);
}
void *__wrap_calloc(size_t count, size_t size) {
    size_t total;
    __rethread_point(CALL, CALLER, NULL, 0);
    if (!__builtin_mul_overflow(count, size, &total))
        return allocate_piece(total, 16, 1, CALLER);
    __rethread_happens(ALLOCATES, CALLER);
    return __real_calloc(count, size);
}
void *__wrap_aligned_alloc(size_t align, size_t size) {
    __rethread_point(CALL, CALLER, NULL, 0);
    return allocate_piece(size, align, 0, CALLER);
}
void *__wrap_memalign(size_t align, size_t size) {
    __rethread_point(CALL, CALLER, NULL, 0);
    return allocate_piece(size, align, 0, CALLER);
}
int __wrap_posix_memalign(void **result, size_t align, size_t size) {
    __rethread_call(CALLER);
    if (align % sizeof(void *) || !align || align & (align - 1))
        return EINVAL;
    __rethread_point(CALL, CALLER, NULL, 0);
    void *object = allocate_piece(size, align, 0, CALLER);
    if (!object)
        return ENOMEM;
    *result = object;
    return 0;
}

void *__wrap_realloc(void *object, size_t size) {
    uint32_t before = __rethread_position();
    if (object)
        __rethread_point(FREE, CALLER, object, 0);
    if (__rethread_position() == before)
        __rethread_point(CALL, CALLER, NULL, 0);
    if (!object)
        return allocate_piece(size, 16, 0, CALLER);
#if __has_feature(address_sanitizer)
    /* It moves by itself, and looks at what it is given. */
    if (!__rethread_scheduled() || !__rethread_reuses())
        return size && __rethread_happens(ALLOCATES, CALLER) == ALLOCATION_FAILS ? NULL : __real_realloc(object, size);
#endif
    if (!__rethread_self)
        return __real_realloc(object, size);
    if (!size) {
        drop(object, 0);
        return NULL;
    }
    size_t had = malloc_usable_size(object);
    void *moved = allocate_piece(size, 16, 0, CALLER);
    if (moved) {
        memcpy(moved, object, had < size ? had : size);
        drop(object, 0);
    }
    return moved;
}

/* A heap whose objects lie a gigabyte apart, the room between them without access.
 *
 * AddressSanitizer sees an access next to an object but not one far from it, which lands in another.
 * Here those fault. A header lies before each object, so an access just below it is not seen: that is
 * what AddressSanitizer is for. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define GUARD ((size_t)1 << 30)
#define PAGE ((size_t)4096)

struct header {
    void *base;
    size_t mapped, size, magic;
};

static void *allocate(size_t size, size_t align) {
    if (align < 16)
        align = 16;
    if (size > (size_t)1 << 40 || align > GUARD) {
        errno = ENOMEM;
        return NULL;
    }
    /* The object ends where the guard begins, as far as its alignment lets it. */
    size_t body = (size + sizeof(struct header) + align + PAGE - 1) / PAGE * PAGE;
    size_t mapped = GUARD + body + GUARD;
    char *base = mmap(NULL, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED)
        return NULL;
    char *first = base + GUARD;
    if (mprotect(first, body, PROT_READ | PROT_WRITE) != 0) {
        munmap(base, mapped);
        return NULL;
    }
    char *object = (char *)(((uintptr_t)first + body - size) / align * align);
    struct header *header = (struct header *)object - 1;
    *header = (struct header){base, mapped, size, (size_t)object ^ 0x7265746872656164u};
    return object;
}

static struct header *header_of(void *object) {
    struct header *header = (struct header *)object - 1;
    if (header->magic != ((size_t)object ^ 0x7265746872656164u))
        abort();
    return header;
}

void *malloc(size_t size) { return allocate(size, 16); }

void free(void *object) {
    if (!object)
        return;
    int keep = errno;
    struct header *header = header_of(object);
    munmap(header->base, header->mapped);
    errno = keep;
}

void *calloc(size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) {
        errno = ENOMEM;
        return NULL;
    }
    return allocate(total, 16);
}

void *realloc(void *object, size_t size) {
    if (!object)
        return malloc(size);
    if (size == 0) {
        free(object);
        return NULL;
    }
    size_t old = header_of(object)->size;
    void *moved = malloc(size);
    if (moved) {
        memcpy(moved, object, old < size ? old : size);
        free(object);
    }
    return moved;
}

void *aligned_alloc(size_t align, size_t size) { return allocate(size, align); }
void *memalign(size_t align, size_t size) { return allocate(size, align); }
void *valloc(size_t size) { return allocate(size, PAGE); }
int posix_memalign(void **result, size_t align, size_t size) {
    void *object = allocate(size, align);
    if (!object)
        return ENOMEM;
    *result = object;
    return 0;
}
size_t malloc_usable_size(void *object) { return object ? header_of(object)->size : 0; }

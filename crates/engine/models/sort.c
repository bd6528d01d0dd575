/* stdlib.h and search.h: sorting and searching arrays.
 *
 * qsort is the merge sort of glibc up to 2.36: the comparator sees the same pairs in the same order, and
 * equal elements keep their order, so a program that depends on either ends as it does natively. Few
 * comparisons also means few forks: n symbolic integers give n! paths and no more. Like glibc it takes
 * memory for large arrays from malloc; if there is none it sorts in place (insertion: slow, but the
 * contract holds).
 */
#include "model.h"

typedef int comparator(const void *, const void *, void *);

static void merge_sort(char *base, size_t n, size_t size, comparator *compare, void *arg, char *spare) {
    if (n <= 1)
        return;
    size_t n1 = n / 2, n2 = n - n1;
    char *b1 = base, *b2 = base + n1 * size, *out = spare;
    merge_sort(b1, n1, size, compare, arg, spare);
    merge_sort(b2, n2, size, compare, arg, spare);
    while (n1 > 0 && n2 > 0) {
        if (compare(b1, b2, arg) <= 0) {
            memcpy(out, b1, size);
            b1 += size;
            n1--;
        } else {
            memcpy(out, b2, size);
            b2 += size;
            n2--;
        }
        out += size;
    }
    memcpy(out, b1, n1 * size);
    memcpy(base, spare, (n - n2) * size);
}

/* Large elements: sort pointers to them, then put each in its place along the permutation's cycles. */
static void merge_sort_pointers(char **base, size_t n, comparator *compare, void *arg, char **spare) {
    if (n <= 1)
        return;
    size_t n1 = n / 2, n2 = n - n1, k = 0;
    char **b1 = base, **b2 = base + n1;
    merge_sort_pointers(b1, n1, compare, arg, spare);
    merge_sort_pointers(b2, n2, compare, arg, spare);
    while (n1 > 0 && n2 > 0) {
        if (compare(*b1, *b2, arg) <= 0) {
            spare[k++] = *b1++;
            n1--;
        } else {
            spare[k++] = *b2++;
            n2--;
        }
    }
    while (n1-- > 0)
        spare[k++] = *b1++;
    for (size_t i = 0; i < k; i++)
        base[i] = spare[i];
}

static void sort_by_pointers(char *base, size_t n, size_t size, comparator *compare, void *arg, char **space) {
    char **order = space + n, *held = (char *)(space + 2 * n);
    for (size_t i = 0; i < n; i++)
        order[i] = base + i * size;
    merge_sort_pointers(order, n, compare, arg, space);
    for (size_t i = 0; i < n; i++) {
        char *here = base + i * size;
        if (order[i] == here)
            continue;
        memcpy(held, here, size);
        size_t j = i;
        for (;;) {
            char *to = base + j * size, *from = order[j];
            order[j] = to;
            if (from == here) {
                memcpy(to, held, size);
                break;
            }
            memcpy(to, from, size);
            j = (size_t)(from - base) / size;
        }
    }
}

static void insertion_sort(char *base, size_t n, size_t size, comparator *compare, void *arg) {
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0; j--) {
            char *a = base + (j - 1) * size, *b = a + size;
            if (compare(a, b, arg) <= 0)
                break;
            for (size_t k = 0; k < size; k++) {
                char byte = a[k];
                a[k] = b[k];
                b[k] = byte;
            }
        }
}

static void sort_in(char *base, size_t n, size_t size, comparator *compare, void *arg, bool pointers, char *space) {
    if (pointers)
        sort_by_pointers(base, n, size, compare, arg, (char **)space);
    else
        merge_sort(base, n, size, compare, arg, space);
}

static void sort(void *base, size_t n, size_t size, comparator *compare, void *arg) {
    if (n <= 1 || size == 0)
        return;
    bool pointers = size > 32;
    size_t bytes = pointers ? 2 * n * sizeof(char *) + size : n * size;
    if (bytes < 1024) {
        _Alignas(16) char space[1024];
        sort_in(base, n, size, compare, arg, pointers, space);
        return;
    }
    char *space = malloc(bytes);
    if (!space) {
        insertion_sort(base, n, size, compare, arg);
        return;
    }
    sort_in(base, n, size, compare, arg, pointers, space);
    free(space);
}

struct plain {
    int (*compare)(const void *, const void *);
};
static int call_plain(const void *a, const void *b, void *arg) {
    return ((const struct plain *)arg)->compare(a, b);
}

void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
    struct plain plain = {compare};
    sort(base, n, size, call_plain, &plain);
}

void qsort_r(void *base, size_t n, size_t size, comparator *compare, void *arg) {
    sort(base, n, size, compare, arg);
}

void *bsearch(const void *key, const void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const char *p = (const char *)base + middle * size;
        int c = compare(key, p);
        if (c < 0)
            high = middle;
        else if (c > 0)
            low = middle + 1;
        else
            return (void *)p;
    }
    return 0;
}

void *lfind(const void *key, const void *base, size_t *n, size_t size, int (*compare)(const void *, const void *)) {
    const char *p = base;
    for (size_t i = 0; i < *n; i++, p += size)
        if (compare(key, p) == 0)
            return (void *)p;
    return 0;
}

void *lsearch(const void *key, void *base, size_t *n, size_t size, int (*compare)(const void *, const void *)) {
    void *found = lfind(key, base, n, size, compare);
    if (found)
        return found;
    found = memcpy((char *)base + *n * size, key, size);
    ++*n;
    return found;
}

struct link {
    struct link *next, *previous;
};

void insque(void *element, void *after) {
    struct link *e = element, *a = after;
    if (!a) {
        e->next = e->previous = 0;
        return;
    }
    struct link *next = a->next;
    a->next = e;
    e->previous = a;
    e->next = next;
    if (next)
        next->previous = e;
}

void remque(void *element) {
    struct link *e = element;
    if (e->previous)
        e->previous->next = e->next;
    if (e->next)
        e->next->previous = e->previous;
}

/* string.h: copying, comparing and searching bytes and strings.
 *
 * Exact for the C locale. Results of comparisons are the difference of the first differing bytes, as
 * glibc's x86-64 versions return it. memcpy, memmove and memset are engine primitives.
 */
#include "model.h"

size_t strlen(const char *s) { return rt_strlen(s); }

size_t strnlen(const char *s, size_t max) {
    size_t n = 0;
    while (n < max && s[n])
        n++;
    return n;
}

char *strcpy(char *restrict to, const char *restrict from) {
    size_t i = 0;
    do
        to[i] = from[i];
    while (from[i++]);
    return to;
}

char *stpcpy(char *restrict to, const char *restrict from) {
    while ((*to = *from)) {
        to++;
        from++;
    }
    return to;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t n) {
    for (; n && (*to = *from); n--) {
        to++;
        from++;
    }
    memset(to, 0, n);
    return to;
}

char *strncpy(char *restrict to, const char *restrict from, size_t n) {
    size_t i = 0;
    for (; i < n && (to[i] = from[i]); i++)
        ;
    memset(to + i, 0, n - i);
    return to;
}

char *strcat(char *restrict to, const char *restrict from) {
    char *end = to + rt_strlen(to);
    while ((*end = *from)) {
        end++;
        from++;
    }
    return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t n) {
    char *end = to + rt_strlen(to);
    for (; n && *from; n--)
        *end++ = *from++;
    *end = 0;
    return to;
}

size_t strlcpy(char *restrict to, const char *restrict from, size_t size) {
    size_t n = rt_strlen(from);
    if (size) {
        size_t copy = n < size ? n : size - 1;
        memcpy(to, from, copy);
        to[copy] = 0;
    }
    return n;
}

size_t strlcat(char *restrict to, const char *restrict from, size_t size) {
    size_t used = strnlen(to, size), n = rt_strlen(from);
    if (used < size) {
        size_t room = size - used - 1, copy = n < room ? n : room;
        memcpy(to + used, from, copy);
        to[used + copy] = 0;
    }
    return used + n;
}

int strcmp(const char *a, const char *b) { return rt_strcmp(a, b); }
int strncmp(const char *a, const char *b, size_t n) { return rt_strncmp(a, b, n); }
int strcoll(const char *a, const char *b) { return rt_strcmp(a, b); }

size_t strxfrm(char *restrict to, const char *restrict from, size_t n) {
    size_t length = rt_strlen(from);
    memcpy(to, from, length + 1 < n ? length + 1 : n);
    return length;
}

/* The standard demands n bytes of both objects, so what follows a difference that is only possible may be
 * read: symbolic bytes are folded into the result without a branch, and the caller's test forks once
 * instead of once a byte. A difference that is certain ends the loop. */
int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *x = a, *y = b;
    int result = 0;
    for (size_t i = 0; i < n; i++) {
        int d = x[i] - y[i];
        result |= d & -(int)(result == 0);
        if (!__rethread_is_symbolic((uint64_t)(int64_t)d) && d != 0)
            break;
    }
    return result;
}

void *memchr(const void *s, int c, size_t n) {
    const unsigned char *p = s;
    for (; n; p++, n--)
        if (*p == (unsigned char)c)
            return (void *)p;
    return 0;
}

void *rawmemchr(const void *s, int c) {
    const unsigned char *p = s;
    while (*p != (unsigned char)c)
        p++;
    return (void *)p;
}

void *memrchr(const void *s, int c, size_t n) {
    const unsigned char *p = s;
    while (n--)
        if (p[n] == (unsigned char)c)
            return (void *)(p + n);
    return 0;
}

void *memccpy(void *restrict to, const void *restrict from, int c, size_t n) {
    unsigned char *d = to;
    const unsigned char *s = from;
    for (; n; n--) {
        *d++ = *s;
        if (*s++ == (unsigned char)c)
            return d;
    }
    return 0;
}

void *mempcpy(void *restrict to, const void *restrict from, size_t n) {
    memcpy(to, from, n);
    return (char *)to + n;
}

void explicit_bzero(void *s, size_t n) { memset(s, 0, n); }

void *memmem(const void *haystack, size_t n, const void *needle, size_t m) {
    const unsigned char *h = haystack, *w = needle;
    for (; n >= m; h++, n--) {
        size_t i = 0;
        while (i < m && h[i] == w[i])
            i++;
        if (i == m)
            return (void *)h;
    }
    return 0;
}

char *strchrnul(const char *s, int c) { return rt_strchrnul(s, c); }

char *strchr(const char *s, int c) {
    for (;; s++) {
        if (*s == (char)c)
            return (char *)s;
        if (!*s)
            return 0;
    }
}

char *strrchr(const char *s, int c) {
    const char *last = 0;
    for (;; s++) {
        if (*s == (char)c)
            last = s;
        if (!*s)
            return (char *)last;
    }
}

char *strstr(const char *haystack, const char *needle) {
    for (;; haystack++) {
        size_t i = 0;
        while (needle[i] && haystack[i] == needle[i])
            i++;
        if (!needle[i])
            return (char *)haystack;
        if (!haystack[i] || !*haystack)
            return 0;
    }
}

char *strcasestr(const char *haystack, const char *needle) {
    for (;; haystack++) {
        size_t i = 0;
        while (needle[i] &&
               rt_tolower((unsigned char)haystack[i]) == rt_tolower((unsigned char)needle[i]))
            i++;
        if (!needle[i])
            return (char *)haystack;
        if (!haystack[i])
            return 0;
    }
}

size_t strspn(const char *s, const char *accept) {
    size_t n = 0;
    while (s[n] && rt_member((unsigned char)s[n], accept))
        n++;
    return n;
}

size_t strcspn(const char *s, const char *reject) {
    size_t n = 0;
    while (s[n] && !rt_member((unsigned char)s[n], reject))
        n++;
    return n;
}

char *strpbrk(const char *s, const char *accept) {
    for (; *s; s++)
        if (rt_member((unsigned char)*s, accept))
            return (char *)s;
    return 0;
}

char *__rethread_strtok(char *s, const char *delimiters, char **saved) {
    if (!s)
        s = *saved;
    while (*s && rt_member((unsigned char)*s, delimiters))
        s++;
    if (!*s) {
        *saved = s;
        return 0;
    }
    char *end = s;
    while (*end && !rt_member((unsigned char)*end, delimiters))
        end++;
    if (*end)
        *end++ = 0;
    *saved = end;
    return s;
}

char *strtok_r(char *restrict s, const char *restrict delimiters, char **restrict saved) {
    return __rethread_strtok(s, delimiters, saved);
}

char *strtok(char *restrict s, const char *restrict delimiters) {
    static char *saved;
    return __rethread_strtok(s, delimiters, &saved);
}

char *strsep(char **restrict place, const char *restrict delimiters) {
    char *s = *place;
    if (!s)
        return 0;
    char *end = s;
    while (*end && !rt_member((unsigned char)*end, delimiters))
        end++;
    if (*end) {
        *end = 0;
        *place = end + 1;
    } else {
        *place = 0;
    }
    return s;
}

char *strdup(const char *s) { return rt_strdup(s); }

char *strndup(const char *s, size_t max) {
    size_t n = strnlen(s, max);
    char *p = malloc(n + 1);
    if (!p)
        return 0;
    memcpy(p, s, n);
    p[n] = 0;
    return p;
}

void swab(const void *restrict from, void *restrict to, ssize_t n) {
    const char *s = from;
    char *d = to;
    for (; n > 1; n -= 2, s += 2, d += 2) {
        char first = s[0];
        d[0] = s[1];
        d[1] = first;
    }
}

/* GNU's basename of string.h: never changes its argument, and gives "" after a last slash. */
char *basename(const char *path) {
    const char *base = path;
    for (; *path; path++)
        if (*path == '/')
            base = path + 1;
    return (char *)base;
}

/* libgen.h */
char *__xpg_basename(char *path) {
    if (!path || !*path)
        return (char *)".";
    size_t n = rt_strlen(path);
    while (n > 1 && path[n - 1] == '/')
        path[--n] = 0;
    while (n > 1 && path[n - 2] != '/')
        n--;
    return n == 1 && path[0] == '/' ? path : path + n - 1;
}

char *dirname(char *path) {
    if (!path || !*path)
        return (char *)".";
    size_t end = rt_strlen(path), last = end - 1;
    while (end > 0 && path[end - 1] == '/')
        end--;
    if (end > 0) {
        while (end > 0 && path[end - 1] != '/')
            end--;
        if (end == 0)
            return (char *)".";
        last = end - 1;
    }
    size_t n = last; /* of the slash before the last component */
    while (n > 0 && path[n - 1] == '/')
        n--;
    if (n == 0) /* the root; two slashes, and only two, are a root of their own */
        n = last == 1 ? 2 : 1;
    path[n] = 0;
    return path;
}

/* What every model shares: the engine's primitives and helpers that do not go through a public name.
 *
 * A program may define its own strlen; glibc's own calls would still reach glibc's. So models call
 * each other only through the static helpers here, through names that begin with __rethread_, or through
 * names that glibc itself lets a program replace (malloc, free).
 * Models read and write exactly the bytes the real function has to, in its order: the engine reports an
 * error inside a model at the line that called it.
 */
#ifndef RETHREAD_MODEL_H
#define RETHREAD_MODEL_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#ifndef __NO_INLINE__
#define __NO_INLINE__ 1 /* glibc's inline versions would collide with the models */
#endif
#undef _FORTIFY_SOURCE

#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Engine primitives (implemented in Rust). */
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
_Noreturn void abort(void);
_Noreturn void __rethread_exit(int);     /* destructors, then the end */
_Noreturn void __rethread_exit_now(int); /* the end at once, as _exit */
void __rethread_write(int fd, const void *, size_t);
int __rethread_vformat(int fd, char *buf, size_t n, const char *fmt, va_list);
long __rethread_read(int fd, void *buf, size_t n);
double __rethread_strtod(const char *, char **end);
void __rethread_bug(const char *kind, const char *message);
bool __rethread_is_symbolic(uint64_t);
void __rethread_unknown(void *, size_t, const char *name);

#define HELPER static __attribute__((unused))

int *__errno_location(void);
#define rt_errno (*__errno_location())

/* One read of the terminator decides: no other branch. */
HELPER size_t rt_strlen(const char *s) {
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

HELPER int rt_strcmp(const char *a, const char *b) {
    for (;; a++, b++) {
        unsigned char c = (unsigned char)*a, d = (unsigned char)*b;
        if (c != d)
            return c - d;
        if (!c)
            return 0;
    }
}

HELPER int rt_strncmp(const char *a, const char *b, size_t n) {
    for (; n; a++, b++, n--) {
        unsigned char c = (unsigned char)*a, d = (unsigned char)*b;
        if (c != d)
            return c - d;
        if (!c)
            return 0;
    }
    return 0;
}

/* The first c in s, or the terminator. */
HELPER char *rt_strchrnul(const char *s, int c) {
    while (*s != (char)c && *s)
        s++;
    return (char *)s;
}

HELPER char *rt_strdup(const char *s) {
    size_t n = rt_strlen(s) + 1;
    char *p = malloc(n);
    return p ? memcpy(p, s, n) : 0;
}

/* Is c in the string set? Every member is compared without a branch, so a symbolic c forks once, at the
 * caller, not once a member. */
HELPER bool rt_member(unsigned char c, const char *set) {
    unsigned found = 0;
    for (; *set; set++)
        found |= (unsigned)(c == (unsigned char)*set);
    return found;
}

/* Character classes of the C locale, without branches. */
HELPER bool rt_isdigit(int c) { return (unsigned)c - '0' < 10; }
HELPER bool rt_isspace(int c) { return (unsigned)(c == ' ') | (unsigned)((unsigned)c - '\t' < 5); }
HELPER int rt_tolower(int c) { return c + (int)((unsigned)((unsigned)c - 'A' < 26) << 5); }

/* The value of a digit in bases up to 36, and 255 for what is none; without branches. */
HELPER unsigned rt_digit(unsigned char c) {
    unsigned dec = (unsigned)c - '0', let = ((unsigned)c | 32u) - 'a';
    unsigned is_dec = (unsigned)(dec < 10), is_let = (unsigned)(let < 26);
    return (dec & -is_dec) | ((let + 10) & -is_let) | (255u & (is_dec + is_let - 1));
}

/* A null pointer is reported as a read through it at the caller's line. */
HELPER void rt_touch(const void *p) { (void)*(const volatile char *)p; }

#endif

/* Names that programs do not write but glibc's headers, _FORTIFY_SOURCE and old objects make them call: checked
 * string functions, underscored twins, the program's name. Each is its public twin; a destination smaller than what
 * is written ends the process natively and is reported as out of bounds.
 */
#include "model.h"

size_t strlen(const char *);
size_t strnlen(const char *, size_t);
char *strcpy(char *restrict, const char *restrict);
char *stpcpy(char *restrict, const char *restrict);
char *strncpy(char *restrict, const char *restrict, size_t);
char *stpncpy(char *restrict, const char *restrict, size_t);
char *strcat(char *restrict, const char *restrict);
char *strncat(char *restrict, const char *restrict, size_t);
char *strdup(const char *);
char *strndup(const char *, size_t);
char *strtok_r(char *restrict, const char *restrict, char **restrict);
void *mempcpy(void *restrict, const void *restrict, size_t);
void *rawmemchr(const void *, int);

static void fits(size_t n, size_t size) {
    if (n > size)
        __rethread_bug("bounds", "buffer overflow detected by _FORTIFY_SOURCE");
}

_Noreturn void __chk_fail(void) {
    __rethread_bug("bounds", "buffer overflow detected by _FORTIFY_SOURCE");
    abort();
}

_Noreturn void __stack_chk_fail(void) {
    __rethread_bug("bounds", "stack smashing detected");
    abort();
}

void *__memcpy_chk(void *restrict to, const void *restrict from, size_t n, size_t size) {
    fits(n, size);
    return memcpy(to, from, n);
}
void *__memmove_chk(void *to, const void *from, size_t n, size_t size) {
    fits(n, size);
    return memmove(to, from, n);
}
void *__mempcpy_chk(void *restrict to, const void *restrict from, size_t n, size_t size) {
    fits(n, size);
    return mempcpy(to, from, n);
}
void *__memset_chk(void *to, int c, size_t n, size_t size) {
    fits(n, size);
    return memset(to, c, n);
}
void __explicit_bzero_chk(void *to, size_t n, size_t size) {
    fits(n, size);
    memset(to, 0, n);
}
char *__strcpy_chk(char *restrict to, const char *restrict from, size_t size) {
    fits(rt_strlen(from) + 1, size);
    return strcpy(to, from);
}
char *__stpcpy_chk(char *restrict to, const char *restrict from, size_t size) {
    fits(rt_strlen(from) + 1, size);
    return stpcpy(to, from);
}
char *__strncpy_chk(char *restrict to, const char *restrict from, size_t n, size_t size) {
    fits(n, size);
    return strncpy(to, from, n);
}
char *__stpncpy_chk(char *restrict to, const char *restrict from, size_t n, size_t size) {
    fits(n, size);
    return stpncpy(to, from, n);
}
char *__strcat_chk(char *restrict to, const char *restrict from, size_t size) {
    fits(rt_strlen(to) + rt_strlen(from) + 1, size);
    return strcat(to, from);
}
char *__strncat_chk(char *restrict to, const char *restrict from, size_t n, size_t size) {
    fits(rt_strlen(to) + strnlen(from, n) + 1, size);
    return strncat(to, from, n);
}

struct _IO_FILE;
char *fgets(char *restrict, int, struct _IO_FILE *restrict);
size_t fread(void *restrict, size_t, size_t, struct _IO_FILE *restrict);
ssize_t read(int, void *, size_t);
char *__fgets_chk(char *restrict to, size_t size, int n, struct _IO_FILE *restrict f) {
    if (n > 0)
        fits((size_t)n, size);
    return fgets(to, n, f);
}
size_t __fread_chk(void *restrict to, size_t room, size_t size, size_t n, struct _IO_FILE *restrict f) {
    fits(size * n, room);
    return fread(to, size, n, f);
}
ssize_t __read_chk(int fd, void *to, size_t n, size_t size) {
    fits(n, size);
    return read(fd, to, n);
}

char *__strdup(const char *s) { return strdup(s); }
char *__strndup(const char *s, size_t n) { return strndup(s, n); }
char *__stpcpy(char *restrict to, const char *restrict from) { return stpcpy(to, from); }
char *__strtok_r(char *restrict s, const char *restrict d, char **restrict saved) { return strtok_r(s, d, saved); }
void *__mempcpy(void *restrict to, const void *restrict from, size_t n) { return mempcpy(to, from, n); }
void *__rawmemchr(const void *s, int c) { return rawmemchr(s, c); }

/* The engine starts main itself, so the program is called what argv[0] says only if it sets this. */
char *program_invocation_name = (char *)"a.out";
char *program_invocation_short_name = (char *)"a.out";
extern char *__progname __attribute__((alias("program_invocation_short_name")));
extern char *__progname_full __attribute__((alias("program_invocation_name")));

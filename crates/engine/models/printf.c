/* stdio.h: the printf family. Formatting is the engine's __rethread_vformat, which prints symbolic integers without
 * forking; here is only where the text goes.
 */
#include "stream.h"

int __rethread_vfprintf(FILE *f, const char *format, va_list ap) {
    int fd = __rethread_output(f);
    if (fd >= 0)
        return __rethread_vformat(fd, 0, 0, format, ap);
    char c;
    va_list again;
    va_copy(again, ap);
    int n = __rethread_vformat(-1, &c, 1, format, again);
    va_end(again);
    return __rethread_put(f, 0, 0) ? n : END;
}

int vfprintf(FILE *restrict f, const char *restrict format, va_list ap) { return __rethread_vfprintf(f, format, ap); }
int vprintf(const char *restrict format, va_list ap) { return __rethread_vfprintf(stdout, format, ap); }

int vsnprintf(char *restrict to, size_t n, const char *restrict format, va_list ap) {
    return __rethread_vformat(-1, to, n, format, ap);
}
int vsprintf(char *restrict to, const char *restrict format, va_list ap) {
    return __rethread_vformat(-1, to, INT_MAX, format, ap);
}

int vasprintf(char **restrict result, const char *restrict format, va_list ap) {
    char c;
    va_list again;
    va_copy(again, ap);
    int n = __rethread_vformat(-1, &c, 1, format, again);
    va_end(again);
    if (n < 0)
        return n;
    char *text = malloc((size_t)n + 1);
    if (!text)
        return -1;
    *result = text;
    return __rethread_vformat(-1, text, (size_t)n + 1, format, ap);
}

int vdprintf(int fd, const char *restrict format, va_list ap) {
    if (fd == 1 || fd == 2)
        return __rethread_vformat(fd, 0, 0, format, ap);
    int r;
    __rethread_unknown(&r, sizeof r, "vdprintf");
    return r;
}

/* The same with the arguments in a row. */
#define VARIADIC(name, parameters, call) \
    int name parameters {                \
        va_list ap;                      \
        va_start(ap, format);            \
        int n = call;                    \
        va_end(ap);                      \
        return n;                        \
    }
#define FORMAT const char *restrict format, ...
VARIADIC(printf, (FORMAT), __rethread_vfprintf(stdout, format, ap))
VARIADIC(fprintf, (FILE *restrict f, FORMAT), __rethread_vfprintf(f, format, ap))
VARIADIC(sprintf, (char *restrict to, FORMAT), __rethread_vformat(-1, to, INT_MAX, format, ap))
VARIADIC(snprintf, (char *restrict to, size_t n_, FORMAT), __rethread_vformat(-1, to, n_, format, ap))
VARIADIC(asprintf, (char **restrict to, FORMAT), vasprintf(to, format, ap))
VARIADIC(dprintf, (int fd, FORMAT), vdprintf(fd, format, ap))

/* _FORTIFY_SOURCE: a size that the compiler knows. Too small a buffer ends the process natively. */
static void fits(size_t n, size_t size) {
    if (n > size)
        __rethread_bug("bounds", "buffer overflow detected by _FORTIFY_SOURCE");
}

static int checked_vsprintf(char *to, size_t size, const char *format, va_list ap) {
    char c;
    va_list again;
    va_copy(again, ap);
    int n = __rethread_vformat(-1, &c, 1, format, again);
    va_end(again);
    if (n >= 0)
        fits((size_t)n + 1, size);
    return __rethread_vformat(-1, to, INT_MAX, format, ap);
}

static int checked_vsnprintf(char *to, size_t n, size_t size, const char *format, va_list ap) {
    fits(n, size);
    return __rethread_vformat(-1, to, n, format, ap);
}

int __vprintf_chk(int flag, const char *restrict format, va_list ap) {
    (void)flag;
    return __rethread_vfprintf(stdout, format, ap);
}
int __vfprintf_chk(FILE *restrict f, int flag, const char *restrict format, va_list ap) {
    (void)flag;
    return __rethread_vfprintf(f, format, ap);
}
int __vsprintf_chk(char *restrict to, int flag, size_t size, const char *restrict format, va_list ap) {
    (void)flag;
    return checked_vsprintf(to, size, format, ap);
}
int __vsnprintf_chk(char *restrict to, size_t n, int flag, size_t size, const char *restrict format, va_list ap) {
    (void)flag;
    return checked_vsnprintf(to, n, size, format, ap);
}
int __vasprintf_chk(char **restrict to, int flag, const char *restrict format, va_list ap) {
    (void)flag;
    return vasprintf(to, format, ap);
}
#define FLAG __attribute__((unused)) int flag
VARIADIC(__printf_chk, (FLAG, FORMAT), __rethread_vfprintf(stdout, format, ap))
VARIADIC(__fprintf_chk, (FILE *restrict f, FLAG, FORMAT), __rethread_vfprintf(f, format, ap))
VARIADIC(__sprintf_chk, (char *restrict to, FLAG, size_t size, FORMAT), checked_vsprintf(to, size, format, ap))
VARIADIC(__snprintf_chk, (char *restrict to, size_t n_, FLAG, size_t size, FORMAT),
         checked_vsnprintf(to, n_, size, format, ap))
VARIADIC(__asprintf_chk, (char **restrict to, FLAG, FORMAT), vasprintf(to, format, ap))

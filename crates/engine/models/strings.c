/* strings.h: case-insensitive comparison, the old byte functions, first bits set. Exact for the C locale. */
#include "model.h"

int strcasecmp(const char *a, const char *b) {
    for (;; a++, b++) {
        int c = rt_tolower((unsigned char)*a), d = rt_tolower((unsigned char)*b);
        if (c != d)
            return c - d;
        if (!c)
            return 0;
    }
}

int strncasecmp(const char *a, const char *b, size_t n) {
    for (; n; a++, b++, n--) {
        int c = rt_tolower((unsigned char)*a), d = rt_tolower((unsigned char)*b);
        if (c != d)
            return c - d;
        if (!c)
            return 0;
    }
    return 0;
}

/* Equality only, so symbolic bytes need no branch at all; see memcmp. */
int bcmp(const void *a, const void *b, size_t n) {
    const unsigned char *x = a, *y = b;
    int different = 0;
    for (size_t i = 0; i < n; i++) {
        int d = x[i] ^ y[i];
        different |= d;
        if (!__rethread_is_symbolic((uint64_t)d) && d != 0)
            break;
    }
    return different != 0;
}

void bcopy(const void *from, void *to, size_t n) { memmove(to, from, n); }
void bzero(void *s, size_t n) { memset(s, 0, n); }

char *index(const char *s, int c) {
    s = rt_strchrnul(s, c);
    return *s == (char)c ? (char *)s : 0;
}

char *rindex(const char *s, int c) {
    const char *last = 0;
    for (;; s++) {
        if (*s == (char)c)
            last = s;
        if (!*s)
            return (char *)last;
    }
}

int ffs(int i) { return __builtin_ffs(i); }
int ffsl(long i) { return __builtin_ffsl(i); }
int ffsll(long long i) { return __builtin_ffsll(i); }

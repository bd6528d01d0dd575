/* stdlib.h and inttypes.h: text to integers, and integer arithmetic.
 *
 * Exact for the C locale, errno included. A symbolic digit forks once (is it a digit of the base?); the
 * overflow test is carried along without a branch and decided once at the end.
 */
#include "model.h"
#include <errno.h>
#include <inttypes.h>

/* Digits are read into `magnitude`; `over` says that it did not fit 64 bits. Returns false, and leaves
 * *end alone, for a base that does not exist. */
struct number {
    uint64_t magnitude;
    bool negative, over, none;
    const char *end;
};

static bool read_number(const char *s, int base, bool binary_prefix, struct number *out) {
    if (base < 0 || base == 1 || base > 36) {
        rt_errno = EINVAL;
        return false;
    }
    const char *start = s;
    while (rt_isspace((unsigned char)*s))
        s++;
    out->negative = *s == '-';
    if (*s == '-' || *s == '+')
        s++;
    if ((base == 0 || base == 16) && s[0] == '0' && (s[1] | 32) == 'x' &&
        rt_digit((unsigned char)s[2]) < 16) {
        s += 2;
        base = 16;
    } else if (binary_prefix && (base == 0 || base == 2) && s[0] == '0' && (s[1] | 32) == 'b' &&
               rt_digit((unsigned char)s[2]) < 2) {
        s += 2;
        base = 2;
    } else if (base == 0) {
        base = s[0] == '0' ? 8 : 10;
    }
    uint64_t magnitude = 0, b = (uint64_t)base, cutoff = UINT64_MAX / b, cutlim = UINT64_MAX % b;
    unsigned over = 0;
    const char *first = s;
    for (;; s++) {
        unsigned d = rt_digit((unsigned char)*s);
        if (d >= (unsigned)base)
            break;
        over |= (unsigned)(magnitude > cutoff) | ((unsigned)(magnitude == cutoff) & (unsigned)(d > cutlim));
        magnitude = magnitude * b + d;
    }
    out->magnitude = magnitude;
    out->over = over;
    out->none = s == first;
    out->end = out->none ? start : s;
    return true;
}

static long to_signed(const char *s, char **end, int base, bool binary_prefix) {
    struct number n;
    if (!read_number(s, base, binary_prefix, &n))
        return 0;
    if (end)
        *end = (char *)n.end;
    if (n.none)
        return 0;
    uint64_t limit = (uint64_t)INT64_MAX + n.negative;
    if (n.over || n.magnitude > limit) {
        rt_errno = ERANGE;
        return n.negative ? INT64_MIN : INT64_MAX;
    }
    return (long)(n.negative ? -n.magnitude : n.magnitude);
}

static unsigned long to_unsigned(const char *s, char **end, int base, bool binary_prefix) {
    struct number n;
    if (!read_number(s, base, binary_prefix, &n))
        return 0;
    if (end)
        *end = (char *)n.end;
    if (n.none)
        return 0;
    if (n.over) {
        rt_errno = ERANGE;
        return UINT64_MAX;
    }
    return n.negative ? -n.magnitude : n.magnitude;
}

/* Every public name of the same two functions: C17's, C23's (glibc 2.38 headers) and glibc's own. */
#define SIGNED(name, type, binary) \
    type name(const char *restrict s, char **restrict end, int base) { return to_signed(s, end, base, binary); }
#define UNSIGNED(name, type, binary) \
    type name(const char *restrict s, char **restrict end, int base) { return to_unsigned(s, end, base, binary); }
SIGNED(strtol, long, false)
SIGNED(strtoll, long long, false)
SIGNED(strtoq, long long, false)
SIGNED(strtoimax, intmax_t, false)
UNSIGNED(strtoul, unsigned long, false)
UNSIGNED(strtoull, unsigned long long, false)
UNSIGNED(strtouq, unsigned long long, false)
UNSIGNED(strtoumax, uintmax_t, false)
SIGNED(__isoc23_strtol, long, true)
SIGNED(__isoc23_strtoll, long long, true)
SIGNED(__isoc23_strtoimax, intmax_t, true)
UNSIGNED(__isoc23_strtoul, unsigned long, true)
UNSIGNED(__isoc23_strtoull, unsigned long long, true)
UNSIGNED(__isoc23_strtoumax, uintmax_t, true)


/* glibc's own: the C locale has no thousands separator, so grouping means nothing. */
long __strtol_internal(const char *s, char **end, int base, int group) {
    (void)group;
    return to_signed(s, end, base, false);
}
long long __strtoll_internal(const char *s, char **end, int base, int group) {
    (void)group;
    return to_signed(s, end, base, false);
}
unsigned long __strtoul_internal(const char *s, char **end, int base, int group) {
    (void)group;
    return to_unsigned(s, end, base, false);
}
unsigned long long __strtoull_internal(const char *s, char **end, int base, int group) {
    (void)group;
    return to_unsigned(s, end, base, false);
}

int atoi(const char *s) { return (int)to_signed(s, 0, 10, false); }
long atol(const char *s) { return to_signed(s, 0, 10, false); }
long long atoll(const char *s) { return to_signed(s, 0, 10, false); }

/* The one argument whose absolute value does not fit is an overflow at the caller's line. */
int abs(int i) { return i < 0 ? -i : i; }
long labs(long i) { return i < 0 ? -i : i; }
long long llabs(long long i) { return i < 0 ? -i : i; }
intmax_t imaxabs(intmax_t i) { return i < 0 ? -i : i; }

typedef struct {
    int quot, rem;
} div_result;
typedef struct {
    long quot, rem;
} ldiv_result;
typedef struct {
    long long quot, rem;
} lldiv_result;
div_result div(int a, int b) { return (div_result){a / b, a % b}; }
ldiv_result ldiv(long a, long b) { return (ldiv_result){a / b, a % b}; }
lldiv_result lldiv(long long a, long long b) { return (lldiv_result){a / b, a % b}; }
imaxdiv_t imaxdiv(intmax_t a, intmax_t b) { return (imaxdiv_t){a / b, a % b}; }

/* a64l and l64a: six bits a character, least significant first. */
long a64l(const char *s) {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 36 && *s; s++, shift += 6) {
        unsigned char c = (unsigned char)*s;
        uint64_t digit;
        if (c >= '.' && c <= '9')
            digit = c - (uint64_t)'.';
        else if (c >= 'A' && c <= 'Z')
            digit = c - (uint64_t)'A' + 12;
        else if (c >= 'a' && c <= 'z')
            digit = c - (uint64_t)'a' + 38;
        else
            break;
        value |= digit << shift;
    }
    return (long)(value & UINT32_MAX); /* not extended by its sign */
}

char *l64a(long n) {
    static char text[7];
    static const char digits[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    uint32_t value = (uint32_t)n;
    int i = 0;
    for (; value; value >>= 6)
        text[i++] = digits[value & 63];
    text[i] = 0;
    return text;
}

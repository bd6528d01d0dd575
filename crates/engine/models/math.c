/* math.h: the functions that take a number apart or put it together. The others (sin, pow, floor, sqrt, ...) are
 * engine primitives.
 *
 * Exact, on the bits: a symbolic argument costs bit-vector operations, not floating ones, except in ldexp, remainder
 * and modf. Round-to-nearest is assumed, as everywhere. errno as glibc sets it.
 */
#include "model.h"
#include <errno.h>

float truncf(float);
double trunc(double);
long double truncl(long double);
float roundf(float);
double round(double);
long double roundl(long double);
float rintf(float);
double rint(double);
long double rintl(long double);
float fmodf(float, float);
double fmod(double, double);
long double fmodl(long double, long double);

typedef union {
    float value;
    uint32_t bits;
} single;
typedef union {
    double value;
    uint64_t bits;
} twice;
typedef union {
    long double value;
    struct {
        uint64_t mantissa; /* with the leading one */
        uint16_t top;      /* sign and exponent */
    } parts;
} extended;

static uint32_t bits_f(float x) { return ((single){x}).bits; }
static uint64_t bits_d(double x) { return ((twice){x}).bits; }
static float from_bits_f(uint32_t b) {
    single u;
    u.bits = b;
    return u.value;
}
static double from_bits_d(uint64_t b) {
    twice u;
    u.bits = b;
    return u.value;
}

/* Classification. */

enum { IS_NAN, IS_INFINITE, IS_ZERO, IS_SUBNORMAL, IS_NORMAL };

static int class_f(float x) {
    uint32_t b = bits_f(x) & 0x7fffffff;
    if (b >= 0x7f800000)
        return b > 0x7f800000 ? IS_NAN : IS_INFINITE;
    return b >= 0x800000 ? IS_NORMAL : b ? IS_SUBNORMAL : IS_ZERO;
}
static int class_d(double x) {
    uint64_t b = bits_d(x) & INT64_MAX, infinity = 0x7ffULL << 52;
    if (b >= infinity)
        return b > infinity ? IS_NAN : IS_INFINITE;
    return b >= 1ULL << 52 ? IS_NORMAL : b ? IS_SUBNORMAL : IS_ZERO;
}
static int class_l(long double x) {
    extended u = {x};
    int e = u.parts.top & 0x7fff;
    if (e == 0x7fff)
        return u.parts.mantissa << 1 ? IS_NAN : IS_INFINITE;
    if (e == 0)
        return u.parts.mantissa ? IS_SUBNORMAL : IS_ZERO;
    return IS_NORMAL;
}
static bool negative_f(float x) { return bits_f(x) >> 31; }
static bool negative_d(double x) { return bits_d(x) >> 63; }
static bool negative_l(long double x) { return ((extended){x}).parts.top >> 15; }

#define CLASSIFY(suffix, s, type)                                                    \
    int __fpclassify##suffix(type x) { return class_##s(x); }                        \
    int __signbit##suffix(type x) { return negative_##s(x); }                        \
    int __isnan##suffix(type x) { return class_##s(x) == IS_NAN; }                   \
    int isnan##suffix(type x) { return class_##s(x) == IS_NAN; }                     \
    int __isinf##suffix(type x) {                                                    \
        return class_##s(x) != IS_INFINITE ? 0 : negative_##s(x) ? -1 : 1;           \
    }                                                                                \
    int isinf##suffix(type x) { return __isinf##suffix(x); }                         \
    int __finite##suffix(type x) { return class_##s(x) >= IS_ZERO; }                 \
    int finite##suffix(type x) { return class_##s(x) >= IS_ZERO; }
CLASSIFY(, d, double)
CLASSIFY(f, f, float)
CLASSIFY(l, l, long double)

/* Scaling. Two factors at most: the first brings the exponent near, the second rounds, once. */

static double scale_d(double x, long n) {
    if (n > 1023) {
        x *= 0x1p1023;
        n -= 1023;
        if (n > 1023) {
            x *= 0x1p1023;
            n -= 1023;
            if (n > 1023)
                n = 1023;
        }
    } else if (n < -1022) { /* 53 bits stay above the subnormals until the last factor */
        x *= 0x1p-1022 * 0x1p53;
        n += 1022 - 53;
        if (n < -1022) {
            x *= 0x1p-1022 * 0x1p53;
            n += 1022 - 53;
            if (n < -1022)
                n = -1022;
        }
    }
    return x * from_bits_d((uint64_t)(0x3ff + n) << 52);
}
/* Exact in double, so that only the last conversion rounds. */
static float scale_f(float x, long n) { return (float)scale_d(x, n > 600 ? 600 : n < -600 ? -600 : n); }

static long double scale_l(long double x, long n) {
    if (n > 16383) {
        x *= 0x1p16383L;
        n -= 16383;
        if (n > 16383) {
            x *= 0x1p16383L;
            n -= 16383;
            if (n > 16383)
                n = 16383;
        }
    } else if (n < -16382) {
        x *= 0x1p-16382L * 0x1p64L;
        n += 16382 - 64;
        if (n < -16382) {
            x *= 0x1p-16382L * 0x1p64L;
            n += 16382 - 64;
            if (n < -16382)
                n = -16382;
        }
    }
    extended u = {0};
    u.parts.mantissa = 1ULL << 63;
    u.parts.top = (uint16_t)(16383 + n);
    return x * u.value;
}

#define SCALE(suffix, s, type)                                          \
    static type scaled_##s(type x, long n) {                            \
        if (class_##s(x) <= IS_ZERO)                                    \
            return x + x;                                               \
        type r = scale_##s(x, n);                                       \
        int c = class_##s(r);                                           \
        if (c == IS_INFINITE || c == IS_ZERO)                           \
            rt_errno = ERANGE;                                          \
        return r;                                                       \
    }                                                                   \
    type ldexp##suffix(type x, int n) { return scaled_##s(x, n); }      \
    type scalbn##suffix(type x, int n) { return scaled_##s(x, n); }     \
    type scalbln##suffix(type x, long n) { return scaled_##s(x, n); }
SCALE(, d, double)
SCALE(f, f, float)
SCALE(l, l, long double)

/* Taking apart: x = fraction * 2^exponent, 0.5 <= |fraction| < 1. */

static double split_d(double x, int *exponent) {
    uint64_t b = bits_d(x);
    int e = (int)(b >> 52) & 0x7ff, lifted = 0;
    *exponent = 0;
    if (e == 0x7ff || (b << 1) == 0)
        return x + x;
    if (e == 0) {
        b = bits_d(x * 0x1p54);
        e = (int)(b >> 52) & 0x7ff;
        lifted = 54;
    }
    *exponent = e - 0x3fe - lifted;
    return from_bits_d((b & ~(0x7ffULL << 52)) | 0x3feULL << 52);
}
/* Every float is a normal double. */
static float split_f(float x, int *exponent) { return (float)split_d(x, exponent); }

static long double split_l(long double x, int *exponent) {
    int lifted = 0;
    *exponent = 0;
    if (class_l(x) <= IS_ZERO)
        return x + x;
    extended u = {x};
    if (!(u.parts.top & 0x7fff)) {
        u.value = x * 0x1p64L;
        lifted = 64;
    }
    *exponent = (u.parts.top & 0x7fff) - 0x3ffe - lifted;
    u.parts.top = (uint16_t)((u.parts.top & 0x8000) | 0x3ffe);
    return u.value;
}

static double sign_d(double x, double of) {
    return from_bits_d((bits_d(x) & INT64_MAX) | (bits_d(of) & ~(uint64_t)INT64_MAX));
}
static float sign_f(float x, float of) { return from_bits_f((bits_f(x) & 0x7fffffff) | (bits_f(of) & 0x80000000)); }
static long double sign_l(long double x, long double of) {
    extended u = {x};
    u.parts.top = (uint16_t)((u.parts.top & 0x7fff) | (((extended){of}).parts.top & 0x8000));
    return u.value;
}

#define APART(suffix, s, type)                                                                  \
    type frexp##suffix(type x, int *exponent) { return split_##s(x, exponent); }                \
    type modf##suffix(type x, type *whole) {                                                    \
        *whole = trunc##suffix(x);                                                              \
        return sign_##s(class_##s(x) == IS_INFINITE ? (type)0 : x - *whole, x);                 \
    }                                                                                           \
    int ilogb##suffix(type x) {                                                                 \
        int e, c = class_##s(x);                                                                \
        if (c <= IS_ZERO) {                                                                     \
            rt_errno = EDOM;                                                                    \
            return c == IS_INFINITE ? INT_MAX : INT_MIN;                                        \
        }                                                                                       \
        split_##s(x, &e);                                                                       \
        return e - 1;                                                                           \
    }                                                                                           \
    type logb##suffix(type x) {                                                                 \
        int e, c = class_##s(x);                                                                \
        if (c == IS_NAN || c == IS_INFINITE)                                                    \
            return x * x;                                                                       \
        if (c == IS_ZERO)                                                                       \
            return (type)-__builtin_inf();                                                      \
        split_##s(x, &e);                                                                       \
        return (type)(e - 1);                                                                   \
    }                                                                                           \
    type fdim##suffix(type x, type y) {                                                         \
        if (class_##s(x) == IS_NAN || class_##s(y) == IS_NAN)                                   \
            return x + y;                                                                       \
        if (x <= y)                                                                             \
            return 0;                                                                           \
        type r = x - y;                                                                         \
        if (class_##s(r) == IS_INFINITE && class_##s(x) > IS_INFINITE && class_##s(y) > IS_INFINITE) \
            rt_errno = ERANGE;                                                                  \
        return r;                                                                               \
    }
APART(, d, double)
APART(f, f, float)
APART(l, l, long double)

/* To integers: outside the range the conversion instruction gives the smallest one. */
#define TO_INTEGER(name, by, type, result) \
    result name(type x) {                  \
        type r = by(x);                    \
        if (!(r >= (type)-0x1p63 && r < (type)0x1p63)) \
            return LONG_MIN;               \
        return (result)r;                  \
    }
TO_INTEGER(lround, round, double, long)
TO_INTEGER(lroundf, roundf, float, long)
TO_INTEGER(lroundl, roundl, long double, long)
TO_INTEGER(llround, round, double, long long)
TO_INTEGER(llroundf, roundf, float, long long)
TO_INTEGER(llroundl, roundl, long double, long long)
TO_INTEGER(lrint, rint, double, long)
TO_INTEGER(lrintf, rintf, float, long)
TO_INTEGER(lrintl, rintl, long double, long)
TO_INTEGER(llrint, rint, double, long long)
TO_INTEGER(llrintf, rintf, float, long long)
TO_INTEGER(llrintl, rintl, long double, long long)

/* IEEE remainder: fmod by 2|y| is exact, then at most two exact subtractions (fdlibm's e_remainder). */
#define REMAINDER(suffix, s, type, smallest)                                                          \
    static type remainder_##s(type x, type y) {                                                       \
        int cx = class_##s(x), cy = class_##s(y);                                                     \
        if (cx == IS_NAN || cy == IS_NAN)                                                             \
            return x * y;                                                                             \
        if (cx == IS_INFINITE || cy == IS_ZERO) {                                                     \
            rt_errno = EDOM;                                                                          \
            return (x * y) / (x * y);                                                                 \
        }                                                                                             \
        type p = sign_##s(y, (type)1), r = x;                                                         \
        if (cy != IS_INFINITE && class_##s(p + p) != IS_INFINITE)                                     \
            r = fmod##suffix(x, p + p);                                                               \
        r = sign_##s(r, (type)1);                                                                     \
        if (p < (type)2 * smallest) {                                                                 \
            if (r + r > p) {                                                                          \
                r -= p;                                                                               \
                if (r + r >= p)                                                                       \
                    r -= p;                                                                           \
            }                                                                                         \
        } else {                                                                                      \
            type half = (type)0.5 * p;                                                                \
            if (r > half) {                                                                           \
                r -= p;                                                                               \
                if (r >= half)                                                                        \
                    r -= p;                                                                           \
            }                                                                                         \
        }                                                                                             \
        if (class_##s(r) == IS_ZERO)                                                                  \
            return sign_##s(r, x);                                                                    \
        return negative_##s(x) ? -r : r;                                                              \
    }                                                                                                 \
    type remainder##suffix(type x, type y) { return remainder_##s(x, y); }                            \
    type drem##suffix(type x, type y) { return remainder_##s(x, y); }
REMAINDER(, d, double, 0x1p-1022)
REMAINDER(f, f, float, 0x1p-126f)
REMAINDER(l, l, long double, 0x1p-16382L)

/* The next number towards y: the next bit pattern, because they are in the numbers' order. */
#define NEXT(suffix, s, type, word, bits, from, sign_bit)                             \
    type nextafter##suffix(type x, type y) {                                          \
        if (class_##s(x) == IS_NAN || class_##s(y) == IS_NAN)                         \
            return x + y;                                                             \
        if (x == y)                                                                   \
            return y;                                                                 \
        word b = bits(x);                                                             \
        if (class_##s(x) == IS_ZERO)                                                  \
            b = (negative_##s(y) ? sign_bit : 0) | 1;                                 \
        else if ((x < y) == !negative_##s(x))                                         \
            b++;                                                                      \
        else                                                                          \
            b--;                                                                      \
        type r = from(b);                                                             \
        if (class_##s(r) != IS_NORMAL && class_##s(x) != IS_ZERO)                     \
            rt_errno = ERANGE;                                                        \
        return r;                                                                     \
    }
NEXT(, d, double, uint64_t, bits_d, from_bits_d, 1ULL << 63)
NEXT(f, f, float, uint32_t, bits_f, from_bits_f, 1U << 31)

static long double next_l(long double x, long double y) {
    if (class_l(x) == IS_NAN || class_l(y) == IS_NAN)
        return x + y;
    if (x == y)
        return y;
    extended u = {x};
    if (class_l(x) == IS_ZERO) {
        u.parts.mantissa = 1;
        u.parts.top = negative_l(y) ? 0x8000 : 0;
    } else if ((x < y) == !negative_l(x)) {
        if (++u.parts.mantissa == 0) { /* carried out of the leading one */
            u.parts.mantissa = 1ULL << 63;
            u.parts.top++;
        } else if (u.parts.mantissa == 1ULL << 63 && !(u.parts.top & 0x7fff)) {
            u.parts.top++; /* the largest subnormal becomes the smallest normal */
        }
    } else {
        u.parts.mantissa--;
        if (!(u.parts.mantissa >> 63) && (u.parts.top & 0x7fff)) {
            u.parts.top--;
            if (u.parts.top & 0x7fff)
                u.parts.mantissa |= 1ULL << 63;
        }
    }
    if (class_l(u.value) != IS_NORMAL && class_l(x) != IS_ZERO) /* from zero it is no error */
        rt_errno = ERANGE;
    return u.value;
}
long double nextafterl(long double x, long double y) { return next_l(x, y); }
long double nexttowardl(long double x, long double y) { return next_l(x, y); }

double nan(const char *tag) { return (void)rt_strlen(tag), __builtin_nan(""); }
float nanf(const char *tag) { return (void)rt_strlen(tag), __builtin_nanf(""); }
long double nanl(const char *tag) { return (void)rt_strlen(tag), __builtin_nanl(""); }

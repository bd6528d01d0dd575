/* stdlib.h: text to floating point.
 *
 * Exact: correctly rounded to nearest even, as glibc. strtod is the engine's primitive; strtof and strtold divide
 * big integers (Clinger's AlgorithmM without the loop: scale the fraction into [1,2), then take one bit at a
 * time), because rounding a double again is wrong where it lies half-way. errno is ERANGE for overflow and for
 * a result that is tiny and inexact.
 * Cost: linear in the size of the fraction for each of at most 65 bits.
 */
#include "model.h"
#include <errno.h>
#include <float.h>

enum { WORDS = 2048, MAX_DIGITS = 11600 };

struct big {
    unsigned n; /* words in use; the top one is not zero */
    uint32_t w[WORDS];
};

static void multiply_add(struct big *b, uint32_t by, uint32_t plus) {
    uint64_t carry = plus;
    for (unsigned i = 0; i < b->n; i++) {
        carry += (uint64_t)b->w[i] * by;
        b->w[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry)
        b->w[b->n++] = (uint32_t)carry;
}

static void multiply_power_of_ten(struct big *b, unsigned power) {
    for (; power >= 9; power -= 9)
        multiply_add(b, 1000000000, 0);
    for (; power; power--)
        multiply_add(b, 10, 0);
}

static void shift_left(struct big *b, unsigned bits) {
    unsigned words = bits / 32;
    if (words) {
        memmove(b->w + words, b->w, b->n * sizeof *b->w);
        memset(b->w, 0, words * sizeof *b->w);
        b->n += words;
    }
    multiply_add(b, (uint32_t)1 << bits % 32, 0);
}

static int compare(const struct big *a, const struct big *b) {
    if (a->n != b->n)
        return a->n < b->n ? -1 : 1;
    for (unsigned i = a->n; i-- > 0;)
        if (a->w[i] != b->w[i])
            return a->w[i] < b->w[i] ? -1 : 1;
    return 0;
}

static void subtract(struct big *a, const struct big *b) {
    uint64_t borrow = 0;
    for (unsigned i = 0; i < a->n; i++) {
        uint64_t d = (uint64_t)a->w[i] - (i < b->n ? b->w[i] : 0) - borrow;
        a->w[i] = (uint32_t)d;
        borrow = d >> 63;
    }
    while (a->n && !a->w[a->n - 1])
        a->n--;
}

static int bit_length(const struct big *b) { return (int)b->n * 32 - __builtin_clz(b->w[b->n - 1]); }

/* A binary format: bits of precision, exponent of the smallest subnormal, exponent of the largest's first bit. */
struct format {
    int bits, lowest, highest;
};
static const struct format single = {24, -149, 127}, twice = {53, -1074, 1023}, extended = {64, -16445, 16383};

struct parsed {
    bool negative, infinite, nan, range_error;
    uint64_t mantissa; /* times 2^exponent */
    int exponent;
    const char *end;
};

/* numerator / denominator * 2^exponent, rounded. */
static void round_fraction(struct big *numerator, struct big *denominator, int exponent, const struct format *f,
                           struct parsed *out) {
    int shift = bit_length(numerator) - bit_length(denominator);
    if (shift > 0)
        shift_left(denominator, (unsigned)shift);
    else
        shift_left(numerator, (unsigned)-shift);
    exponent += shift;
    if (compare(numerator, denominator) < 0) {
        shift_left(numerator, 1);
        exponent--;
    }
    int bits = exponent - f->lowest + 1;
    if (bits > f->bits)
        bits = f->bits;
    uint64_t mantissa = 0;
    unsigned half = 0;
    if (bits >= 0)
        for (int i = 0; i <= bits; i++) {
            unsigned bit = compare(numerator, denominator) >= 0;
            if (bit)
                subtract(numerator, denominator);
            if (numerator->n)
                multiply_add(numerator, 2, 0);
            if (i < bits)
                mantissa = mantissa << 1 | bit;
            else
                half = bit;
        }
    bool more = numerator->n != 0, inexact = half || more;
    out->exponent = bits >= 0 ? exponent - bits + 1 : f->lowest;
    if (half && (more || (mantissa & 1)) && ++mantissa == (f->bits == 64 ? 0 : (uint64_t)1 << f->bits)) {
        mantissa = (uint64_t)1 << (f->bits - 1);
        out->exponent++;
    }
    out->mantissa = mantissa;
    if (out->exponent + f->bits - 1 > f->highest && mantissa >> (f->bits - 1)) {
        out->infinite = out->range_error = true;
        return;
    }
    bool tiny = !(mantissa >> (f->bits - 1)) || bits < f->bits;
    out->range_error = tiny && inexact;
}

static int lower(const char *s, size_t i) { return rt_tolower((unsigned char)s[i]); }

static bool starts(const char *s, const char *word) {
    for (size_t i = 0; word[i]; i++)
        if (lower(s, i) != word[i])
            return false;
    return true;
}

/* An exponent after its letter; false if there are no digits. Saturates far outside every format. */
static bool read_exponent(const char **s, long *value) {
    const char *p = *s + 1;
    bool negative = *p == '-';
    if (*p == '-' || *p == '+')
        p++;
    if (!rt_isdigit((unsigned char)*p))
        return false;
    long v = 0;
    for (; rt_isdigit((unsigned char)*p); p++)
        if (v < 100000000)
            v = v * 10 + (*p - '0');
    *value = negative ? -v : v;
    *s = p;
    return true;
}

/* Digits of the base with at most one point. Digits past the limit only say whether anything was lost.
 * Returns false if there was no digit at all. */
struct digits {
    struct big *value;
    long scale; /* digits to the right of the point among those kept, negated, plus those dropped before it */
    unsigned kept;
    bool lost;
};

static bool read_digits(const char **s, unsigned base, unsigned limit, struct digits *d) {
    bool any = false, point = false;
    const char *p = *s;
    for (;; p++) {
        if (*p == '.' && !point) {
            point = true;
            continue;
        }
        unsigned digit = rt_digit((unsigned char)*p);
        if (digit >= base)
            break;
        any = true;
        if (d->kept == 0 && digit == 0) { /* a leading zero */
            d->scale -= point;
        } else if (d->kept < limit) {
            multiply_add(d->value, base, digit);
            d->kept++;
            d->scale -= point;
        } else {
            d->lost |= digit != 0;
            d->scale += !point;
        }
    }
    if (any)
        *s = p;
    return any;
}

static void parse_digits(const char *s, bool hex, const struct format *f, struct parsed *out) {
    struct big numerator, denominator;
    numerator.n = 0;
    denominator.n = 1;
    denominator.w[0] = 1;
    struct digits d = {&numerator, 0, 0, false};
    long exponent = 0;
    if (!read_digits(&s, hex ? 16 : 10, hex ? 40 : MAX_DIGITS, &d)) {
        if (hex) /* "0x" and nothing: the number was the zero before the x */
            out->end = s - 1;
        return;
    }
    if (lower(s, 0) == (hex ? 'p' : 'e'))
        read_exponent(&s, &exponent);
    out->end = s;
    if (d.kept == 0)
        return;
    long first = d.scale * (hex ? 4 : 1) + exponent + (long)d.kept * (hex ? 4 : 1); /* about the size */
    if (first > 20000) {
        out->infinite = out->range_error = true;
        return;
    }
    if (first < -20000) {
        out->range_error = true;
        return;
    }
    if (d.lost) { /* something non-zero below: between this number and the next */
        multiply_add(&numerator, hex ? 16 : 10, 1);
        d.scale--;
    }
    int two = 0;
    if (hex) {
        two = (int)(d.scale * 4 + exponent);
    } else {
        long ten = d.scale + exponent;
        if (ten >= 5000) {
            out->infinite = out->range_error = true;
            return;
        }
        if ((long)d.kept + ten < -5100) {
            out->range_error = true;
            return;
        }
        multiply_power_of_ten(ten < 0 ? &denominator : &numerator, (unsigned)(ten < 0 ? -ten : ten));
    }
    round_fraction(&numerator, &denominator, two, f, out);
}

static void parse(const char *s, const struct format *f, struct parsed *out) {
    const char *start = s;
    *out = (struct parsed){.end = s, .exponent = f->lowest};
    while (rt_isspace((unsigned char)*s))
        s++;
    out->negative = *s == '-';
    if (*s == '-' || *s == '+')
        s++;
    if (starts(s, "inf")) {
        out->infinite = true;
        out->end = s + (starts(s, "infinity") ? 8 : 3);
    } else if (starts(s, "nan")) {
        out->nan = true;
        out->end = s += 3;
        if (*s == '(') {
            s++;
            while (rt_digit((unsigned char)*s) < 36 || *s == '_')
                s++;
            if (*s == ')')
                out->end = s + 1;
        }
    } else if (s[0] == '0' && lower(s, 1) == 'x') {
        parse_digits(s + 2, true, f, out);
    } else {
        parse_digits(s, false, f, out);
    }
    if (out->end == start) /* no number: plain zero */
        out->negative = false;
}

/* x * 2^n for what `parse` gives: never rounds, because the mantissa fits. */
static long double scale(uint64_t mantissa, int exponent) {
    union {
        struct {
            uint64_t mantissa;
            uint16_t top;
        } bits;
        long double value;
    } u;
    if (!mantissa)
        return 0;
    int room = __builtin_clzll(mantissa);
    if (room > exponent + 16445)
        room = exponent + 16445;
    u.bits.mantissa = mantissa << room;
    u.bits.top = u.bits.mantissa >> 63 ? (uint16_t)(exponent - room + 16446) : 0;
    return u.value;
}

static long double value_of(const struct parsed *p) {
    long double v = p->infinite ? __builtin_infl() : p->nan ? __builtin_nanl("") : scale(p->mantissa, p->exponent);
    return p->negative ? -v : v;
}

static long double convert(const char *s, char **end, const struct format *f) {
    struct parsed p;
    parse(s, f, &p);
    if (end)
        *end = (char *)p.end;
    if (p.range_error)
        rt_errno = ERANGE;
    return value_of(&p);
}

float __rethread_strtof(const char *s, char **end) { return (float)convert(s, end, &single); }
long double __rethread_strtold(const char *s, char **end) { return convert(s, end, &extended); }

/* The primitive says nothing about errno; only results at the edges of the range can set it. */
double __rethread_strtod_errno(const char *s, char **end) {
    double d = __rethread_strtod(s, end), size = __builtin_fabs(d);
    if (size > DBL_MAX || size <= DBL_MIN) {
        struct parsed p;
        parse(s, &twice, &p);
        if (p.range_error)
            rt_errno = ERANGE;
    }
    return d;
}

double strtod(const char *restrict s, char **restrict end) { return __rethread_strtod_errno(s, end); }
float strtof(const char *restrict s, char **restrict end) { return __rethread_strtof(s, end); }
long double strtold(const char *restrict s, char **restrict end) { return __rethread_strtold(s, end); }
double atof(const char *s) { return __rethread_strtod_errno(s, 0); }
double __strtod_internal(const char *restrict s, char **restrict end, int group) {
    (void)group;
    return __rethread_strtod_errno(s, end);
}

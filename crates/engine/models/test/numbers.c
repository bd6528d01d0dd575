#include "check.h"
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <search.h>

M(strtol); M(strtoul); M(strtoll); M(strtoull); M(strtoimax); M(strtoumax); M(atoi); M(atol); M(atoll);
M(a64l); M(l64a); M(abs); M(labs); M(llabs); M(imaxabs); M(div); M(ldiv); M(lldiv); M(imaxdiv);
extern long m___isoc23_strtol(const char *, char **, int);
M(strtod); M(strtof); M(strtold); M(atof);

static const char *numeric(int place) {
    char s[96];
    int n = 0;
    for (int i = (int)pick(3); i > 0; i--)
        s[n++] = " \t\n\v\f\r x"[pick(pick(4) ? 7 : 8)];
    if (pick(2))
        s[n++] = "+-+-_"[pick(5)];
    if (pick(4) == 0)
        s[n++] = '0';
    if (pick(4) == 0)
        s[n++] = "xXbB"[pick(4)];
    switch (pick(4)) {
    case 0: { /* near a limit */
        uint64_t limits[] = {INT32_MAX, UINT32_MAX, INT64_MAX, UINT64_MAX};
        static const char *const forms[] = {"%" PRIu64, "%" PRIx64, "%" PRIo64, "%" PRIX64};
        n += sprintf(s + n, forms[pick(4)], limits[pick(4)] - 2 + pick(5));
        if (pick(4) == 0)
            s[n++] = (char)('0' + pick(10));
        break;
    }
    case 1:
        for (int i = (int)pick(8); i > 0; i--)
            s[n++] = "0123456789abcdefxyzXZ"[pick(21)];
        break;
    default:
        for (int i = (int)pick(22); i > 0; i--)
            s[n++] = (char)('0' + pick(10));
    }
    if (pick(3) == 0)
        s[n++] = ". gz8"[pick(5)];
    s[n] = 0;
    return edge(place, s, (size_t)n + 1);
}

void check_integers(void) {
    for (int i = 0; i < 60000; i++) {
        const char *s = numeric(0);
        static const int bases[] = {0, 2, 8, 10, 16, 36, 7, 1, -1, 37};
        int base = bases[pick(10)];
        char *e = 0, *f = 0;
#define INTEGER(name, type)                                                                     \
    do {                                                                                        \
        type x, y;                                                                              \
        e = f = (char *)s - 1;                                                                  \
        BOTH(x = name(s, &e, base), y = m_##name(s, &f, base));                                 \
        CHECK(x == y && e == f, "%s(\"%s\", %d): %lld to %ld, model %lld to %ld", #name, s, base, \
              (long long)x, (long)(e - s), (long long)y, (long)(f - s));                        \
    } while (0)
        INTEGER(strtol, long);
        INTEGER(strtoul, unsigned long);
        INTEGER(strtoll, long long);
        INTEGER(strtoull, unsigned long long);
        INTEGER(strtoimax, intmax_t);
        INTEGER(strtoumax, uintmax_t);
        CHECK(atoi(s) == m_atoi(s) && atol(s) == m_atol(s) && atoll(s) == m_atoll(s), "\"%s\"", s);
        CHECK(a64l(s) == m_a64l(s), "\"%s\": %ld, model %ld", s, a64l(s), m_a64l(s));
        long x = (long)pick64() >> pick(64), y = (long)pick64() >> pick(64);
        CHECK(!strcmp(l64a(x), m_l64a(x)), "%ld: %s, model %s", x, l64a(x), m_l64a(x));
        if (!y)
            y = 1;
        ldiv_t a = ldiv(x, y), b = m_ldiv(x, y);
        CHECK(a.quot == b.quot && a.rem == b.rem, "%ld / %ld", x, y);
        CHECK(m_div((int)(x >> 33), 7).rem == div((int)(x >> 33), 7).rem && m_lldiv(x, 9).quot == x / 9, "%ld", x);
        CHECK(m_imaxdiv(x, y).quot == x / y, "%ld", x);
        if (x != LONG_MIN)
            CHECK(m_labs(x) == labs(x) && m_llabs(x) == llabs(x) && m_imaxabs(x) == labs(x), "%ld", x);
        CHECK(m_abs((int)(x >> 33)) == abs((int)(x >> 33)), "%ld", x);
    }
    char *end;
    CHECK(m___isoc23_strtol("0b101x", &end, 0) == 5 && *end == 'x', "binary");
    CHECK(m_strtol("0b101x", &end, 0) == 0 && *end == 'b', "binary");
}

static const char *floating(int place) {
    char s[1200];
    int n = 0;
    if (pick(8) == 0)
        s[n++] = ' ';
    if (pick(3) == 0)
        s[n++] = "+-"[pick(2)];
    switch (pick(8)) {
    case 0: { /* half-way between two floats, or next to that */
        uint32_t bits = (uint32_t)pick64() & 0x7fffffff;
        float x, y;
        memcpy(&x, &bits, 4);
        if (!isfinite(x))
            x = 1;
        y = nextafterf(x, INFINITY);
        n += sprintf(s + n, "%.160e", ((double)x + (double)y) / 2);
        if (pick(3) == 0) { /* a digit far to the right */
            char *e = strchr(s, 'e');
            memmove(e + 1, e, strlen(e) + 1);
            *e = (char)('0' + pick(2));
            n++;
        }
        break;
    }
    case 1: { /* half-way between two long doubles, without losing a bit */
        int e = (int)pick(200) - 100;
        long double x = ldexpl((long double)(pick64() | 1ULL << 63), e);
        char big[1024];
        int k = sprintf(big, "%.*Lf", e < 0 ? -e + 1 : 1, x);
        (void)k;
        n += sprintf(s + n, "%s", big);
        s[n - 1] = (char)('0' + pick(10)); /* what follows the exact digits */
        break;
    }
    case 2:
        n += sprintf(s + n, "%s", ((const char *[]){"inf", "infinity", "INFinit", "nan", "nan(12a)", "nan(", "NaN(-)", "in"})[pick(8)]);
        break;
    case 3: /* hexadecimal */
        n += sprintf(s + n, "0x");
        for (int i = (int)pick(24); i > 0; i--)
            s[n++] = "0123456789abcdefABCDEF..."[pick(pick(6) ? 22 : 25)];
        if (pick(2))
            n += sprintf(s + n, "p%d", (int)pick(400) - 200);
        if (pick(8) == 0)
            n += sprintf(s + n, "p%d", (int)pick(40000) - 20000);
        break;
    default:
        for (int i = (int)pick(20); i > 0; i--)
            s[n++] = (char)('0' + pick(10));
        if (pick(2))
            s[n++] = '.';
        for (int i = (int)pick(20); i > 0; i--)
            s[n++] = (char)('0' + pick(10));
        switch (pick(6)) {
        case 0:
            n += sprintf(s + n, "e%d", (int)pick(100) - 60);
            break;
        case 1:
            n += sprintf(s + n, "E%+d", (int)pick(800) - 400);
            break;
        case 2:
            n += sprintf(s + n, "e%d", (int)pick(11000) - 5500);
            break;
        case 3:
            n += sprintf(s + n, "%s", ((const char *[]){"e", "e+", "e-x", "e99999999999999999999"})[pick(4)]);
        }
    }
    s[n] = 0;
    return edge(place, s, (size_t)n + 1);
}

#define SAME(x, y) (isnan(x) ? isnan(y) : (x) == (y) && !signbit(x) == !signbit(y))

void check_floats(void) {
    for (int i = 0; i < 30000; i++) {
        const char *s = floating(0);
        char *e, *f;
        double d, c;
        float g, h;
        long double k, l;
        BOTH(d = strtod(s, &e), c = m_strtod(s, &f));
        CHECK(SAME(d, c) && e == f, "\"%s\"", s);
        BOTH(g = strtof(s, &e), h = m_strtof(s, &f));
        CHECK(SAME(g, h) && e == f, "\"%s\": %a to %ld, model %a to %ld", s, g, (long)(e - s), h, (long)(f - s));
        BOTH(k = strtold(s, &e), l = m_strtold(s, &f));
        CHECK(SAME(k, l) && e == f, "\"%s\": %La to %ld, model %La to %ld", s, k, (long)(e - s), l, (long)(f - s));
        CHECK(SAME(atof(s), m_atof(s)), "\"%s\"", s);
    }
}

M(qsort); M(qsort_r); M(bsearch); M(lfind); M(lsearch);

static char trace[2][1 << 16];
static size_t trace_length[2];
static int which;
static int by_key(const void *a, const void *b) {
    unsigned char x = *(const unsigned char *)a, y = *(const unsigned char *)b;
    if (trace_length[which] + 2 < sizeof trace[0]) {
        trace[which][trace_length[which]++] = (char)x;
        trace[which][trace_length[which]++] = (char)y;
    }
    return x - y;
}
static int by_key_r(const void *a, const void *b, void *arg) {
    ++*(int *)arg;
    return by_key(a, b);
}

void check_sort(void) {
    static char a[12000], b[12000];
    for (int i = 0; i < 3000; i++) {
        size_t size = 1 + pick(pick(2) ? 8 : 60), n = pick(pick(10) ? 12 : 150);
        for (size_t j = 0; j < n * size; j++)
            a[j] = b[j] = (char)pick(pick(2) ? 5 : 256);
        trace_length[0] = trace_length[1] = 0;
        int calls[2] = {0, 0};
        bool plain = pick(2);
        which = 0;
        plain ? qsort(a, n, size, by_key) : qsort_r(a, n, size, by_key_r, &calls[0]);
        which = 1;
        plain ? m_qsort(b, n, size, by_key) : m_qsort_r(b, n, size, by_key_r, &calls[1]);
        for (size_t j = 1; j < n; j++)
            CHECK((unsigned char)b[(j - 1) * size] <= (unsigned char)b[j * size], "not sorted");
#if __GLIBC__ == 2 && __GLIBC_MINOR__ <= 36
        CHECK(!memcmp(a, b, n * size), "%zu of %zu: other order of equal elements", n, size);
        CHECK(trace_length[0] == trace_length[1] && calls[0] == calls[1] && !memcmp(trace[0], trace[1], trace_length[0]),
              "%zu of %zu: other comparisons", n, size);
#endif
        char key = (char)pick(8);
        CHECK(bsearch(&key, b, n, size, by_key) == m_bsearch(&key, b, n, size, by_key), "bsearch");
        size_t m = n;
        CHECK(lfind(&key, b, &m, size, by_key) == m_lfind(&key, b, &m, size, by_key), "lfind");
        if (m_lsearch(&key, b, &m, 1, by_key) == b + n * size)
            CHECK(m == n + 1 || m == n, "lsearch");
    }
}

M(rand); M(srand); M(random); M(srandom); M(rand_r); M(drand48); M(erand48); M(lrand48); M(nrand48); M(mrand48);
M(jrand48); M(srand48); M(seed48); M(lcong48);

void check_random(void) {
    symbolic = false;
    for (int i = 0; i < 100; i++)
        CHECK(rand() == m_rand(), "never seeded");
    for (int i = 0; i < 100; i++) {
        unsigned seed = i < 3 ? (unsigned)i : (unsigned)pick64(), r = seed, q = seed;
        srand(seed), m_srand(seed);
        if (i & 1)
            srandom(seed), m_srandom(seed);
        srand48(seed), m_srand48(seed);
        unsigned short x[3] = {(unsigned short)seed, 7, 9}, y[3] = {(unsigned short)seed, 7, 9};
        unsigned short p[7] = {1, 2, (unsigned short)seed, 4, 5, 6, 7};
        if (i % 3 == 0) {
            unsigned short *o = seed48(x), *m = m_seed48(y);
            CHECK(!memcmp(o, m, 6), "seed48");
        }
        if (i % 5 == 0)
            lcong48(p), m_lcong48(p);
        for (int j = 0; j < 100; j++) {
            CHECK(rand() == m_rand() && random() == m_random(), "seed %u", seed);
            CHECK(rand_r(&r) == m_rand_r(&q) && r == q, "seed %u", seed);
            CHECK(drand48() == m_drand48() && lrand48() == m_lrand48() && mrand48() == m_mrand48(), "seed %u", seed);
            CHECK(erand48(x) == m_erand48(y) && nrand48(x) == m_nrand48(y) && jrand48(x) == m_jrand48(y), "seed %u", seed);
        }
    }
    symbolic = true;
    m_srand(5);
    for (int i = 0; i < 100; i++)
        CHECK(m_rand() >= 0, "unknown numbers are in range");
    symbolic = false;
}

/* stdio.h: the scanf family.
 *
 * Exact against glibc for d i u o x X p c s [ n a e f g and %, with *, widths, m, and hh h l ll L q j z t: also in
 * what is consumed when a number stops half-way ("0x" and "1e" are taken whole) and in the difference between
 * input failure (EOF) and matching failure. Not modelled, and reported as a call without a model when reached:
 * wide characters (lc, ls, l[), positional arguments (%1$d), a floating number of more than 1023 characters.
 * A symbolic character forks once for each thing it may be.
 */
#include "stream.h"

/* Undefined on purpose: reaching one is reported by name. */
void __rethread_scanf_wide_characters(void);
void __rethread_scanf_positional_argument(void);
void __rethread_scanf_long_float(void);

float __rethread_strtof(const char *, char **);
double __rethread_strtod_errno(const char *, char **);
long double __rethread_strtold(const char *, char **);

struct source {
    const char *s; /* or null and a stream */
    FILE *f;
    long count;
};

static int next(struct source *in) {
    int c;
    if (in->s) {
        c = (unsigned char)*in->s;
        if (!c)
            return END;
        in->s++;
    } else {
        c = __rethread_getc(in->f);
        if (c == END)
            return END;
    }
    in->count++;
    return c;
}

static void back(struct source *in, int c) {
    if (c == END)
        return;
    in->count--;
    if (in->s)
        in->s--;
    else
        __rethread_ungetc(c, in->f);
}

/* The first character that is no white space, or END. */
static int skip_space(struct source *in) {
    int c;
    do
        c = next(in);
    while (c != END && rt_isspace(c));
    return c;
}

enum size { INT, CHAR, SHORT, LONG, LONG_DOUBLE };
struct conversion {
    bool suppress, allocate;
    int width; /* -1: no limit */
    enum size size;
};
struct arguments {
    va_list ap;
};
enum outcome { MATCHED, FAILED_MATCH, FAILED_INPUT };

static void store_integer(struct arguments *args, const struct conversion *c, uint64_t value) {
    switch (c->size) {
    case CHAR:
        *va_arg(args->ap, unsigned char *) = (unsigned char)value;
        break;
    case SHORT:
        *va_arg(args->ap, unsigned short *) = (unsigned short)value;
        break;
    case INT:
        *va_arg(args->ap, unsigned *) = (unsigned)value;
        break;
    default:
        *va_arg(args->ap, uint64_t *) = value;
    }
}

/* The next character if the width allows one more. */
static int next_within(struct source *in, int *width) {
    if (*width == 0)
        return END;
    int c = next(in);
    if (*width > 0 && c != END)
        --*width;
    return c;
}

static enum outcome scan_integer(struct source *in, struct arguments *args, const struct conversion *conv, int base,
                                 bool is_signed, bool pointer) {
    int width = conv->width, c = skip_space(in);
    if (c == END)
        return FAILED_INPUT;
    if (width > 0)
        width--;
    bool negative = c == '-', any = false;
    if (c == '-' || c == '+')
        c = next_within(in, &width);
    if (pointer && !negative && c == '(') {
        static const char nil[] = "nil)";
        for (int i = 0; i < 4; i++) {
            c = next_within(in, &width);
            if (c == END || rt_tolower(c) != nil[i])
                return FAILED_MATCH;
        }
        if (!conv->suppress)
            store_integer(args, conv, 0);
        return MATCHED;
    }
    if (c == '0') {
        any = true;
        c = next_within(in, &width);
        if (c != END && (c | 32) == 'x' && (base == 0 || base == 16)) {
            base = 16;
            c = next_within(in, &width);
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0)
        base = 10;
    uint64_t b = (uint64_t)base, value = 0, cutoff = UINT64_MAX / b, cutlim = UINT64_MAX % b;
    unsigned over = 0;
    while (c != END) {
        unsigned d = rt_digit((unsigned char)c);
        if (d >= (unsigned)base) {
            back(in, c);
            break;
        }
        any = true;
        over |= (unsigned)(value > cutoff) | ((unsigned)(value == cutoff) & (unsigned)(d > cutlim));
        value = value * b + d;
        c = next_within(in, &width);
    }
    if (!any)
        return FAILED_MATCH;
    if (conv->suppress)
        return MATCHED;
    uint64_t limit = is_signed ? (uint64_t)INT64_MAX + negative : UINT64_MAX;
    if (over || value > limit) {
        rt_errno = 34; /* ERANGE */
        value = limit;
        if (negative && !is_signed)
            negative = false;
    }
    store_integer(args, conv, negative ? -value : value);
    return MATCHED;
}

enum { MAX_FLOAT = 1024 };

struct text {
    unsigned n;
    char s[MAX_FLOAT];
};

static void append(struct text *t, int c) {
    if (t->n == MAX_FLOAT - 1)
        __rethread_scanf_long_float();
    else
        t->s[t->n++] = (char)c;
}

/* The letters of a word, whatever their case; c is the first. Like glibc, does not put back one that differs. */
static bool match_word(struct source *in, int *width, int c, const char *word, struct text *t) {
    for (;; c = next_within(in, width)) {
        if (c == END || rt_tolower(c) != *word)
            return false;
        append(t, c);
        if (!*++word)
            return true;
    }
}

static bool collect_digits(struct source *in, int *width, int c, struct text *t, unsigned sign) {
    bool hex = false, digit = false, point = false, exponent = false;
    int letter = 'e';
    if (c == '0') {
        append(t, c);
        digit = true;
        c = next_within(in, width);
        if (c != END && *width != 0 && (c | 32) == 'x') { /* not if the x is the last that fits */
            append(t, c);
            hex = true;
            digit = false;
            letter = 'p';
            c = next_within(in, width);
        }
    }
    for (; c != END; c = next_within(in, width)) {
        if (rt_isdigit(c) || (hex && !exponent && rt_digit((unsigned char)c) < 16)) {
            append(t, c);
            digit = true;
        } else if (exponent && t->s[t->n - 1] == (char)letter && (c == '-' || c == '+')) {
            append(t, c);
        } else if (digit && !exponent && rt_tolower(c) == letter) {
            append(t, letter);
            exponent = point = true;
        } else if (c == '.' && !point) {
            append(t, c);
            point = true;
        } else {
            back(in, c);
            break;
        }
    }
    return t->n != sign && !(hex && t->n == 2 + sign);
}

static enum outcome scan_float(struct source *in, struct arguments *args, const struct conversion *conv) {
    struct text t;
    t.n = 0;
    int width = conv->width, c = skip_space(in);
    if (c == END)
        return FAILED_INPUT;
    if (width > 0)
        width--;
    unsigned sign = 0;
    if (c == '-' || c == '+') {
        append(&t, c);
        sign = 1;
        c = next_within(in, &width);
        if (c == END)
            return FAILED_MATCH;
    }
    if (rt_tolower(c) == 'n') {
        if (!match_word(in, &width, c, "nan", &t))
            return FAILED_MATCH;
    } else if (rt_tolower(c) == 'i') {
        if (!match_word(in, &width, c, "inf", &t))
            return FAILED_MATCH;
        c = next_within(in, &width);
        if (c != END && rt_tolower(c) == 'i') {
            if (!match_word(in, &width, c, "inity", &t))
                return FAILED_MATCH;
        } else {
            back(in, c);
        }
    } else if (!collect_digits(in, &width, c, &t, sign)) {
        return FAILED_MATCH;
    }
    t.s[t.n] = 0;
    char *end;
    if (conv->size == LONG_DOUBLE) {
        long double v = __rethread_strtold(t.s, &end);
        if (end != t.s && !conv->suppress)
            *va_arg(args->ap, long double *) = v;
    } else if (conv->size == LONG) {
        double v = __rethread_strtod_errno(t.s, &end);
        if (end != t.s && !conv->suppress)
            *va_arg(args->ap, double *) = v;
    } else {
        float v = __rethread_strtof(t.s, &end);
        if (end != t.s && !conv->suppress)
            *va_arg(args->ap, float *) = v;
    }
    return end == t.s ? FAILED_MATCH : MATCHED;
}

/* Where characters go: the program's buffer, or one of ours that grows (m), or nowhere (*). */
struct sink {
    char *to;
    char **allocated;
    size_t n, size;
};

static void open_sink(struct sink *k, struct arguments *args, const struct conversion *conv) {
    *k = (struct sink){0};
    if (conv->suppress)
        return;
    if (!conv->allocate) {
        k->to = va_arg(args->ap, char *);
        return;
    }
    k->allocated = va_arg(args->ap, char **);
    k->size = 100;
    k->to = *k->allocated = malloc(k->size);
}

static void put(struct sink *k, int c) {
    if (!k->to)
        return;
    if (k->allocated && k->n == k->size) {
        char *larger = realloc(k->to, 2 * k->size);
        if (!larger) {
            free(k->to);
            k->to = *k->allocated = 0;
            return;
        }
        k->size *= 2;
        k->to = *k->allocated = larger;
    }
    k->to[k->n++] = (char)c;
}

static enum outcome scan_chars(struct source *in, struct arguments *args, const struct conversion *conv) {
    int width = conv->width < 0 ? 1 : conv->width;
    int c = next(in);
    if (c == END)
        return FAILED_INPUT;
    struct sink k;
    open_sink(&k, args, conv);
    for (;;) {
        put(&k, c);
        if (--width == 0)
            break;
        c = next(in);
        if (c == END)
            break;
    }
    return MATCHED;
}

/* The set of a %[...]; returns the first character after it, or null if it does not end. */
static const char *read_set(const char *f, bool in_set[256]) {
    bool inverted = *f == '^';
    f += inverted;
    memset(in_set, inverted, 256);
    const char *first = f;
    for (;; f++) {
        unsigned char c = (unsigned char)*f;
        if (!c)
            return 0;
        if (c == ']' && f != first)
            return f + 1;
        if (c == '-' && f != first && f[1] && f[1] != ']' && (unsigned char)f[-1] <= (unsigned char)f[1]) {
            for (unsigned d = (unsigned char)f[-1]; d <= (unsigned char)f[1]; d++)
                in_set[d] = !inverted;
            continue;
        }
        in_set[c] = !inverted;
    }
}

/* %s if the set is null. */
static enum outcome scan_string(struct source *in, struct arguments *args, const struct conversion *conv,
                                const bool *set) {
    int width = conv->width, c = set ? next(in) : skip_space(in);
    if (c == END)
        return FAILED_INPUT;
    if (set && !set[c]) {
        back(in, c);
        return FAILED_MATCH;
    }
    if (width > 0)
        width--;
    struct sink k;
    open_sink(&k, args, conv);
    do {
        put(&k, c);
        c = next_within(in, &width);
    } while (c != END && (set ? set[c] : !rt_isspace(c)));
    back(in, c);
    put(&k, 0);
    return MATCHED;
}

static const char *read_conversion(const char *f, struct conversion *c) {
    *c = (struct conversion){.width = -1};
    for (;; f++) {
        if (*f == '*')
            c->suppress = true;
        else if (*f != '\'' && *f != 'I')
            break;
    }
    int width = 0;
    for (; rt_isdigit((unsigned char)*f); f++)
        if (width < INT_MAX / 10 - 1)
            width = width * 10 + (*f - '0');
    if (*f == '$')
        __rethread_scanf_positional_argument();
    if (width > 0)
        c->width = width;
    if (*f == 'm') {
        c->allocate = true;
        f++;
    }
    switch (*f) {
    case 'h':
        c->size = f[1] == 'h' ? CHAR : SHORT;
        return f + (f[1] == 'h' ? 2 : 1);
    case 'l':
        c->size = f[1] == 'l' ? LONG_DOUBLE : LONG;
        return f + (f[1] == 'l' ? 2 : 1);
    case 'L':
    case 'q':
        c->size = LONG_DOUBLE;
        return f + 1;
    case 'j':
    case 'z':
    case 't':
        c->size = LONG;
        return f + 1;
    default:
        return f;
    }
}

static int scan(struct source *in, const char *f, va_list ap) {
    struct arguments args;
    va_copy(args.ap, ap);
    int done = 0;
    enum outcome outcome = MATCHED;
    while (*f && outcome == MATCHED) {
        if (*f != '%') {
            int c;
            if (rt_isspace((unsigned char)*f)) {
                f++;
                back(in, skip_space(in));
                continue;
            }
            c = next(in);
            if (c == END)
                outcome = FAILED_INPUT;
            else if (c != (unsigned char)*f++) {
                back(in, c);
                outcome = FAILED_MATCH;
            }
            continue;
        }
        struct conversion conv;
        bool set[256];
        int c;
        f = read_conversion(f + 1, &conv);
        switch (*f++) {
        case '%':
            c = skip_space(in);
            if (c != '%')
                outcome = c == END ? FAILED_INPUT : FAILED_MATCH;
            back(in, c == '%' ? END : c);
            continue;
        case 'n':
            if (!conv.suppress)
                store_integer(&args, &conv, (uint64_t)in->count);
            continue;
        case 'd':
            outcome = scan_integer(in, &args, &conv, 10, true, false);
            break;
        case 'i':
            outcome = scan_integer(in, &args, &conv, 0, true, false);
            break;
        case 'u':
            outcome = scan_integer(in, &args, &conv, 10, false, false);
            break;
        case 'o':
            outcome = scan_integer(in, &args, &conv, 8, false, false);
            break;
        case 'x':
        case 'X':
            outcome = scan_integer(in, &args, &conv, 16, false, false);
            break;
        case 'p':
            conv.size = LONG;
            outcome = scan_integer(in, &args, &conv, 16, false, true);
            break;
        case 'a':
        case 'A':
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G':
            outcome = scan_float(in, &args, &conv);
            break;
        case 'c':
            if (conv.size == LONG)
                __rethread_scanf_wide_characters();
            outcome = scan_chars(in, &args, &conv);
            break;
        case 's':
            if (conv.size == LONG)
                __rethread_scanf_wide_characters();
            outcome = scan_string(in, &args, &conv, 0);
            break;
        case '[':
            if (conv.size == LONG)
                __rethread_scanf_wide_characters();
            f = read_set(f, set);
            if (!f) { /* a set without an end */
                va_end(args.ap);
                return done;
            }
            outcome = scan_string(in, &args, &conv, set);
            break;
        case 'C':
        case 'S':
            __rethread_scanf_wide_characters();
            outcome = FAILED_MATCH;
            break;
        default:
            outcome = FAILED_MATCH;
        }
        if (outcome == MATCHED && !conv.suppress)
            done++;
    }
    va_end(args.ap);
    return outcome == FAILED_INPUT && done == 0 ? END : done;
}

int __rethread_vscan_string(const char *s, const char *format, va_list ap) {
    struct source in = {s, 0, 0};
    return scan(&in, format, ap);
}

int __rethread_vscan_stream(FILE *f, const char *format, va_list ap) {
    struct source in = {0, f, 0};
    return scan(&in, format, ap);
}

/* The public names, those that headers redirect to included. */
#define FAMILY(prefix)                                                                        \
    int prefix##vsscanf(const char *restrict s, const char *restrict format, va_list ap) {    \
        return __rethread_vscan_string(s, format, ap);                                        \
    }                                                                                         \
    int prefix##vfscanf(FILE *restrict f, const char *restrict format, va_list ap) {          \
        return __rethread_vscan_stream(f, format, ap);                                        \
    }                                                                                         \
    int prefix##vscanf(const char *restrict format, va_list ap) {                             \
        return __rethread_vscan_stream(stdin, format, ap);                                    \
    }                                                                                         \
    int prefix##sscanf(const char *restrict s, const char *restrict format, ...) {            \
        va_list ap;                                                                           \
        va_start(ap, format);                                                                 \
        int n = __rethread_vscan_string(s, format, ap);                                       \
        va_end(ap);                                                                           \
        return n;                                                                             \
    }                                                                                         \
    int prefix##fscanf(FILE *restrict f, const char *restrict format, ...) {                  \
        va_list ap;                                                                           \
        va_start(ap, format);                                                                 \
        int n = __rethread_vscan_stream(f, format, ap);                                       \
        va_end(ap);                                                                           \
        return n;                                                                             \
    }                                                                                         \
    int prefix##scanf(const char *restrict format, ...) {                                     \
        va_list ap;                                                                           \
        va_start(ap, format);                                                                 \
        int n = __rethread_vscan_stream(stdin, format, ap);                                   \
        va_end(ap);                                                                           \
        return n;                                                                             \
    }
FAMILY()
FAMILY(__isoc99_)
FAMILY(__isoc23_)

#include "check.h"
#include <fenv.h>
#include <getopt.h>
#include <math.h>
#include <signal.h>
#include <time.h>

M(exit); M(_Exit); M(quick_exit); M(atexit); M(at_quick_exit); M(on_exit); M(getenv); M(setenv); M(unsetenv); M(putenv);
M(clearenv); M(reallocarray); M(signal); M(raise);

static char order[16];
static size_t order_length;
static void first(void) { order[order_length++] = '1'; }
static void second(void) { order[order_length++] = '2'; }
static void late(void) { order[order_length++] = 'L'; }
static void adds(void) {
    order[order_length++] = 'A';
    m_atexit(late);
}
static void status(int s, void *p) {
    order[order_length++] = (char)('0' + s);
    order[order_length++] = *(char *)p;
}
static void leave(void) {
    m_atexit(first);
    m_at_quick_exit(first);
    m_on_exit(status, (char[]){'p'});
    m_atexit(adds);
    m_atexit(second);
    m_exit(7);
}
static void leave_quickly(void) { m_quick_exit(3); }
static void leave_at_once(void) { m__Exit(4); }
static int caught;
static void catch (int s) { caught = s; }
static void killed(void) { m_raise(SIGTERM); }

void check_process(void) {
    CHECK(ends(leave) && exit_status == 7 && !strcmp(order, "2AL7p1"), "\"%s\" %d", order, exit_status);
    order_length = 0;
    memset(order, 0, sizeof order);
    CHECK(ends(leave_quickly) && exit_status == 1003 && !strcmp(order, "1"), "\"%s\" %d", order, exit_status);
    CHECK(ends(leave_at_once) && exit_status == 1004, "%d", exit_status);
    clearenv();
    for (int i = 0; i < 20000; i++) {
        static const char *const names[] = {"A", "AB", "B", "C=", "", "ABC"};
        const char *n = names[pick(6)];
        int over = (int)pick(2), x, y;
        char value[8];
        sprintf(value, "%u", pick(100));
        switch (pick(16)) {
        case 0:
            clearenv(), m_clearenv();
            break;
        case 1:
        case 2:
            BOTH(x = unsetenv(n), y = m_unsetenv(n));
            CHECK(x == y, "unsetenv %s", n);
            break;
        case 3:
            x = putenv((char *)"AB=put"), y = m_putenv((char *)"AB=put");
            CHECK(x == y, "putenv");
            break;
        default:
            BOTH(x = setenv(n, value, over), y = m_setenv(n, value, over));
            CHECK(x == y, "setenv %s", n);
        }
        for (int j = 0; j < 6; j++) {
            const char *a = getenv(names[j]), *b = m_getenv(names[j]);
            CHECK(!a == !b && (!a || !strcmp(a, b)), "getenv %s: %s, model %s", names[j], a, b);
        }
    }
    clearenv();
    m_errno = 0;
    CHECK(!m_reallocarray(0, SIZE_MAX / 2, 3) && m_errno == ENOMEM, "reallocarray");
    CHECK(m_signal(SIGUSR1, catch) == SIG_DFL && m_signal(SIGUSR1, catch) == catch && m_signal(SIGKILL, catch) == SIG_ERR, "signal");
    CHECK(m_raise(SIGUSR1) == 0 && caught == SIGUSR1 && m_raise(SIGCHLD) == 0, "raise");
    CHECK(ends(killed) && !strcmp(bug_kind, "abort"), "raise SIGTERM");
}

M(getopt); M(getopt_long); M(getopt_long_only);
extern char *m_optarg;
extern int m_optind, m_opterr, m_optopt;

static void one_getopt(void) {
    static const char *const words[] = {"-a", "-b", "-ab", "-cX", "-c", "x", "y", "--", "-", "--long", "--lo", "--longer=5", "--flag",
                                        "--arg", "--arg=v", "--opt", "--opt=w", "-z", "--none", "--a", "-abc", "-d", "-dv", "--flag=x", "-long", "-arg"};
    static const char *const shorts[] = {"abc:d::", "+abc:", "-abc:", ":abc:d::", "ab", "+:c:", "-:a"};
    static int flag, m_flag;
    static const struct option longs[] = {{"long", 0, 0, 'l'}, {"longer", 1, 0, 'L'}, {"flag", 0, &flag, 9}, {"arg", 1, 0, 'A'}, {"opt", 2, 0, 'O'}, {0, 0, 0, 0}};
    struct option m_longs[6];
    memcpy(m_longs, longs, sizeof longs);
    m_longs[2].flag = &m_flag;
    char *argv[10], *m_argv[10];
    int argc = 1 + (int)pick(7), which = (int)pick(3);
    argv[0] = (char *)"prog";
    for (int i = 1; i < argc; i++)
        argv[i] = (char *)words[pick(sizeof words / sizeof *words)];
    argv[argc] = 0;
    memcpy(m_argv, argv, sizeof argv);
    const char *s = shorts[pick(7)];
    flag = m_flag = 0;
    optind = m_optind = 0;
    optopt = m_optopt = '?';
    opterr = m_opterr = (int)pick(2);
    FILE *old = stderr;
    char *written = 0;
    size_t n = 0;
    stderr = open_memstream(&written, &n);
    output_length[2] = 0;
    output[2][0] = 0;
    for (int i = 0; i < 20; i++) {
        int at = -1, m_at = -1, r, q;
        if (which == 0) {
            r = getopt(argc, argv, s), q = m_getopt(argc, m_argv, s);
        } else if (which == 1) {
            r = getopt_long(argc, argv, s, longs, &at), q = m_getopt_long(argc, m_argv, s, m_longs, &m_at);
        } else {
            r = getopt_long_only(argc, argv, s, longs, &at), q = m_getopt_long_only(argc, m_argv, s, m_longs, &m_at);
        }
        bool same = r == q && optind == m_optind && optarg == m_optarg && optopt == m_optopt && at == m_at && flag == m_flag;
        if (!same) {
            for (int j = 0; j < argc; j++)
                printf("%s ", argv[j]);
            printf("\n");
        }
        CHECK(same, "\"%s\" %d, call %d: %d ind %d arg %s opt %d at %d, model %d ind %d arg %s opt %d at %d", s, which, i, r, optind, optarg, optopt, at, q,
              m_optind, m_optarg, m_optopt, m_at);
        CHECK(!memcmp(argv, m_argv, sizeof(char *) * (size_t)argc), "permuted otherwise");
        if (r == -1)
            break;
    }
    fclose(stderr);
    stderr = old;
    CHECK(!strcmp(written, output[2]), "\"%s\", model \"%s\"", written, output[2]);
    free(written);
}

void check_getopt(void) {
    for (int i = 0; i < 30000; i++)
        one_getopt();
}

M(gmtime_r); M(localtime_r); M(timegm); M(mktime); M(strftime); M(asctime_r); M(asctime); M(ctime); M(difftime); M(time); M(clock_gettime);

static bool same_tm(const struct tm *a, const struct tm *b) {
    return a->tm_sec == b->tm_sec && a->tm_min == b->tm_min && a->tm_hour == b->tm_hour && a->tm_mday == b->tm_mday && a->tm_mon == b->tm_mon &&
           a->tm_year == b->tm_year && a->tm_wday == b->tm_wday && a->tm_yday == b->tm_yday && !strcmp(a->tm_zone, b->tm_zone);
}

void check_time(void) {
    setenv("TZ", "UTC0", 1);
    tzset();
    for (int i = 0; i < 20000; i++) {
        time_t t = (int64_t)pick64() >> (pick(3) ? 28 + pick(8) : pick(64));
        struct tm a, b;
        struct tm *p, *q;
        BOTH(p = gmtime_r(&t, &a), q = m_gmtime_r(&t, &b));
        CHECK(!p == !q && (!p || same_tm(&a, &b)), "%ld", (long)t);
        if (!p)
            continue;
        CHECK(m_timegm(&b) == t, "%ld", (long)t);
        CHECK(localtime_r(&t, &a) && m_localtime_r(&t, &b) && same_tm(&a, &b), "%ld", (long)t);
        static const char *const formats[] = {"%a%A%b%B%c", "%C %d %D %e %F %g %G", "%h%H%I%j%k%l", "%m%M%n%p%P%r%R", "%s %S%t%T%u%U%V", "%w%W%x%X%y%Y%z%Z%%",
                                              "%-d %_d %05d %^a %#Z %10Y %_5m %-H", "%Ey %Od %q %", "%^B%#p%#a%3e"};
        char x[200], y[200];
        const char *f = formats[pick(9)];
        size_t size = pick(6) ? 200 : pick(30);
        size_t r = strftime(x, size, f, &a), s = m_strftime(y, size, f, &b);
        CHECK(r == s && (!r || !strcmp(x, y)), "%s of %ld: \"%s\", model \"%s\"", f, (long)t, r ? x : "", s ? y : "");
        char *c, *d;
        BOTH(c = asctime(&a), d = m_asctime(&b));
        CHECK(!c == !d && (!c || !strcmp(c, d)), "%ld", (long)t);
        c = ctime(&t), d = m_ctime(&t);
        CHECK(!c == !d && (!c || !strcmp(c, d)), "%ld", (long)t);
        a.tm_mday += (int)pick(400) - 200, a.tm_mon += (int)pick(60) - 30, a.tm_sec += (int)pick(100000), a.tm_hour -= (int)pick(100);
        a.tm_isdst = 0;
        if (a.tm_year > 1000000 || a.tm_year < -1000000)
            continue;
        b = a;
        time_t v = mktime(&a), w = m_mktime(&b);
        CHECK(v == w && same_tm(&a, &b), "mktime near %ld: %ld, model %ld", (long)t, (long)v, (long)w);
        CHECK(m_difftime(t, 5) == difftime(t, 5), "difftime");
    }
    struct timespec ts;
    CHECK(m_time(0) >= 0 && m_clock_gettime(CLOCK_MONOTONIC, &ts) == 0 && ts.tv_nsec < 1000000000 && ts.tv_nsec >= 0, "clocks");
}

#define THREE(name) M(name); M(name##f); M(name##l)
THREE(frexp); THREE(ldexp); THREE(scalbn); THREE(scalbln); THREE(modf); THREE(ilogb); THREE(logb); THREE(fdim); THREE(lround); THREE(llround);
THREE(lrint); THREE(llrint); THREE(remainder); THREE(nextafter); THREE(__fpclassify); THREE(__isnan); THREE(__isinf); THREE(__finite);
#define SAME(x, y) (isnan(x) ? isnan(y) : (x) == (y) && !signbit(x) == !signbit(y))

static long double any_number(void) {
    static const long double special[] = {0.0L, -0.0L, INFINITY, -INFINITY, NAN, 1, -1, 0.5L, 2.5L, -1.5L, 0x1p-1074L, 0x1p-149L, 0x1p63L, -0x1p63L, 0x1.fffffep127L, 0x1.fffffffffffffp1023L, 0x1p-1022L, 0x1p-126L, 0x1p-16445L, 0x1p-16382L};
    switch (pick(4)) {
    case 0:
        return special[pick(20)];
    case 1:
        return (long double)((int)pick(2000) - 1000) / 4;
    case 2:
        return ldexpl((long double)(int64_t)pick64(), (int)pick(200) - 160);
    default:
        return ldexpl((long double)(int64_t)pick64(), (int)pick(pick(2) ? 2200 : 32000) - (int)pick(2) * 1100 - 64);
    }
}

#define NUMBERS(s, type, form)                                                                                          \
    static void numbers_##s(void) {                                                                                     \
        volatile long double wide_x = any_number(), wide_y = any_number();                                              \
        type x = (type)wide_x, y = (type)wide_y, a, b, c, d;                                                            \
        int e, f, n = (int)pick(pick(2) ? 300 : 40000) - (int)pick(2) * 20000;                                          \
        long p, q;                                                                                                      \
        a = frexp##s(x, &e), b = m_frexp##s(x, &f);                                                                     \
        CHECK(SAME(a, b) && (e == f || !isfinite(x)), "frexp " form ": %d, model %d", x, e, f);                         \
        BOTH(a = ldexp##s(x, n), b = m_ldexp##s(x, n));                                                                 \
        CHECK(SAME(a, b), "ldexp " form " %d: " form ", model " form, x, n, a, b);                                      \
        CHECK(SAME(scalbn##s(x, n), m_scalbn##s(x, n)) && SAME(scalbln##s(x, n), m_scalbln##s(x, n)), "scalbn");        \
        a = modf##s(x, &c), b = m_modf##s(x, &d);                                                                       \
        CHECK(SAME(a, b) && SAME(c, d), "modf " form, x);                                                               \
        BOTH(e = ilogb##s(x), f = m_ilogb##s(x));                                                                       \
        CHECK(e == f, "ilogb " form ": %d, model %d", x, e, f);                                                         \
        CHECK(SAME(logb##s(x), m_logb##s(x)), "logb " form, x);                                                         \
        BOTH(a = fdim##s(x, y), b = m_fdim##s(x, y));                                                                   \
        CHECK(SAME(a, b), "fdim " form " " form, x, y);                                                                 \
        p = lround##s(x), q = m_lround##s(x);                                                                           \
        CHECK(p == q && llround##s(x) == m_llround##s(x), "lround " form ": %ld, model %ld", x, p, q);                  \
        p = lrint##s(x), q = m_lrint##s(x);                                                                             \
        CHECK(p == q && llrint##s(x) == m_llrint##s(x), "lrint " form ": %ld, model %ld", x, p, q);                     \
        BOTH(a = remainder##s(x, y), b = m_remainder##s(x, y));                                                         \
        CHECK(SAME(a, b), "remainder " form " " form ": " form ", model " form, x, y, a, b);                            \
        BOTH(a = nextafter##s(x, y), b = m_nextafter##s(x, y));                                                         \
        CHECK(SAME(a, b), "nextafter " form " " form ": " form ", model " form, x, y, a, b);                            \
        CHECK(__fpclassify##s(x) == m___fpclassify##s(x) && !__isnan##s(x) == !m___isnan##s(x) &&                       \
                  __isinf##s(x) == m___isinf##s(x) && !__finite##s(x) == !m___finite##s(x),                             \
              "class of " form, x);                                                                                     \
    }
NUMBERS(, double, "%a")
NUMBERS(f, float, "%a")
NUMBERS(l, long double, "%La")

void check_math(void) {
    for (int i = 0; i < 40000; i++) {
        numbers_();
        numbers_f();
        numbers_l();
    }
}

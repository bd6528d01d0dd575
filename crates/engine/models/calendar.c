/* time.h: dates; time.c has the clocks.
 *
 * Calendar arithmetic is exact for UTC; local time is UTC, as it is natively with TZ unset and no
 * /etc/localtime. strftime is exact for the C locale.
 */
#include "model.h"
#include <errno.h>
#include <time.h>

/* The calendar: days since 1970-01-01 from a date and back (proleptic Gregorian, years from March; H. Hinnant,
 * "chrono-compatible low-level date algorithms"). */
static int64_t days_of(int64_t year, int month /* 0..11 */, int day) {
    year -= month < 2;
    int64_t era = (year >= 0 ? year : year - 399) / 400;
    int64_t of_era = year - era * 400;
    int64_t of_year = (153 * (month + (month > 1 ? -2 : 10)) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static bool leap(int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

static int day_of_year(int64_t year, int month, int day) {
    return (int)(days_of(year, month, day) - days_of(year, 0, 1));
}

static char *tzname_utc = (char *)"UTC";
char *tzname[2] = {(char *)"UTC", (char *)"UTC"};
long timezone;
int daylight;
void tzset(void) {}

static bool break_down(int64_t t, struct tm *out, const char *zone) {
    int64_t days = t / 86400, seconds = t % 86400;
    if (seconds < 0) {
        seconds += 86400;
        days--;
    }
    int64_t z = days + 719468;
    int64_t era = (z >= 0 ? z : z - 146096) / 146097;
    int64_t of_era = z - era * 146097;
    int64_t year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int64_t shifted = (5 * of_year + 2) / 153;
    int month = (int)(shifted < 10 ? shifted + 2 : shifted - 10);
    int64_t year = year_of_era + era * 400 + (month < 2);
    if (year - 1900 > INT_MAX || year - 1900 < INT_MIN) {
        rt_errno = EOVERFLOW;
        return false;
    }
    out->tm_sec = (int)(seconds % 60);
    out->tm_min = (int)(seconds / 60 % 60);
    out->tm_hour = (int)(seconds / 3600);
    out->tm_mday = (int)(of_year - (153 * shifted + 2) / 5 + 1);
    out->tm_mon = month;
    out->tm_year = (int)(year - 1900);
    out->tm_wday = (int)(((days + 4) % 7 + 7) % 7);
    out->tm_yday = day_of_year(year, month, out->tm_mday);
    out->tm_isdst = 0;
    out->tm_gmtoff = 0;
    out->tm_zone = zone;
    return true;
}

static struct tm shared; /* one for all, as POSIX allows and glibc does */

struct tm *gmtime_r(const time_t *restrict t, struct tm *restrict out) { return break_down(*t, out, "GMT") ? out : 0; }
struct tm *gmtime(const time_t *t) { return break_down(*t, &shared, "GMT") ? &shared : 0; }
struct tm *localtime_r(const time_t *restrict t, struct tm *restrict out) {
    return break_down(*t, out, tzname_utc) ? out : 0;
}
struct tm *localtime(const time_t *t) { return break_down(*t, &shared, tzname_utc) ? &shared : 0; }

static time_t make(struct tm *tm, const char *zone) {
    int64_t month = tm->tm_mon % 12, year = (int64_t)tm->tm_year + 1900 + tm->tm_mon / 12;
    if (month < 0) {
        month += 12;
        year--;
    }
    int64_t t = (days_of(year, (int)month, 1) + tm->tm_mday - 1) * 86400 + (int64_t)tm->tm_hour * 3600 +
                (int64_t)tm->tm_min * 60 + tm->tm_sec;
    struct tm normal;
    if (!break_down(t, &normal, zone))
        return -1;
    *tm = normal;
    return t;
}

time_t mktime(struct tm *tm) { return make(tm, tzname_utc); }
time_t timelocal(struct tm *tm) { return make(tm, tzname_utc); }
time_t timegm(struct tm *tm) { return make(tm, "GMT"); }

/* Text. */

static const char *const days[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                     "July",    "August",   "September", "October", "November", "December"};

static const char *name_of(const char *const *names, int i, int n) { return i < 0 || i >= n ? "?" : names[i]; }

static int format(char *to, size_t n, const char *f, ...) {
    va_list ap;
    va_start(ap, f);
    int r = __rethread_vformat(-1, to, n, f, ap);
    va_end(ap);
    return r;
}

static char *as_text(const struct tm *tm, char *to, size_t n) {
    if (tm->tm_year > INT_MAX - 1900) {
        rt_errno = EOVERFLOW;
        return 0;
    }
    bool day = tm->tm_wday >= 0 && tm->tm_wday < 7, month = tm->tm_mon >= 0 && tm->tm_mon < 12;
    int r = format(to, n, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", day ? days[tm->tm_wday] : "???",
                   month ? months[tm->tm_mon] : "???", tm->tm_mday, tm->tm_hour, tm->tm_min, tm->tm_sec,
                   1900 + tm->tm_year);
    if (r < 0 || (size_t)r >= n) {
        rt_errno = EOVERFLOW;
        return 0;
    }
    return to;
}

static char shared_text[114];
char *asctime_r(const struct tm *restrict tm, char *restrict to) { return as_text(tm, to, 26); }
char *asctime(const struct tm *tm) { return as_text(tm, shared_text, sizeof shared_text); }
char *ctime(const time_t *t) { return break_down(*t, &shared, tzname_utc) ? asctime(&shared) : 0; }
char *ctime_r(const time_t *t, char *to) {
    struct tm tm;
    return break_down(*t, &tm, tzname_utc) ? as_text(&tm, to, 26) : 0;
}

/* Days since the Monday (or whatever) that begins ISO week 1; negative before it. */
static int iso_week_days(int yday, int wday) {
    int big_enough = 3 * 7;
    return yday - (yday - wday + 4 + big_enough) % 7 + 4 - 1;
}

static int iso_week(const struct tm *tm, int64_t *year) {
    *year = (int64_t)tm->tm_year + 1900;
    int d = iso_week_days(tm->tm_yday, tm->tm_wday);
    if (d < 0) {
        --*year;
        d = iso_week_days(tm->tm_yday + 365 + leap(*year), tm->tm_wday);
    } else {
        int e = iso_week_days(tm->tm_yday - (365 + leap(*year)), tm->tm_wday);
        if (e >= 0) {
            ++*year;
            d = e;
        }
    }
    return d / 7 + 1;
}

struct output {
    char *to;
    size_t n, size; /* n may pass size: then it did not fit */
};

static void put(struct output *o, char c) {
    if (o->n + 1 < o->size)
        o->to[o->n] = c;
    o->n++;
}

struct field {
    char pad; /* 0: the conversion's own */
    bool upper, swap;
    int width;
};

/* Text, padded on the left to the width that was asked for. */
static void put_text(struct output *o, const struct field *f, const char *s) {
    size_t length = rt_strlen(s);
    for (size_t i = length; f->width > 0 && i < (size_t)f->width; i++)
        put(o, f->pad == '0' || f->pad == '+' ? '0' : ' ');
    for (; *s; s++) {
        bool low = *s >= 'a' && *s <= 'z', high = *s >= 'A' && *s <= 'Z';
        if (f->swap)
            put(o, (char)(high ? *s + 32 : *s));
        else
            put(o, (char)(f->upper && low ? *s - 32 : *s));
    }
}

static void put_number(struct output *o, const struct field *f, int64_t value, int digits, char pad) {
    char text[24];
    int n = 0;
    uint64_t v = value < 0 ? -(uint64_t)value : (uint64_t)value;
    do
        text[n++] = (char)('0' + v % 10);
    while (v /= 10);
    if (f->pad)
        pad = f->pad == '+' ? '0' : f->pad;
    int width = f->width > 0 ? f->width : digits;
    if (pad == '-')
        width = 0;
    int fill = width - n - (value < 0);
    if (pad == '_' || pad == ' ')
        for (; fill > 0; fill--)
            put(o, ' ');
    if (value < 0)
        put(o, '-');
    for (; fill > 0; fill--)
        put(o, '0');
    while (n)
        put(o, text[--n]);
}

static void format_time(struct output *o, const char *f, const struct tm *tm);

static void put_nested(struct output *o, const struct field *f, const char *pattern, const struct tm *tm) {
    char text[64];
    struct output inner = {text, 0, sizeof text};
    format_time(&inner, pattern, tm);
    text[inner.n < sizeof text ? inner.n : sizeof text - 1] = 0;
    put_text(o, f, text);
}

static void put_conversion(struct output *o, const struct field *f, char c, const char *raw, const char *raw_end,
                           const struct tm *tm) {
    int64_t year = (int64_t)tm->tm_year + 1900, iso;
    int hour12 = tm->tm_hour > 12 ? tm->tm_hour - 12 : tm->tm_hour == 0 ? 12 : tm->tm_hour;
    char text[32];
    struct field g = *f;
    switch (c) {
    case '%':
    case 'n':
    case 't':
        put_text(o, f, c == 'n' ? "\n" : c == 't' ? "\t" : "%");
        break;
    case 'a':
    case 'h':
    case 'b':
        format(text, sizeof text, "%.3s",
               c == 'a' ? name_of(days, tm->tm_wday, 7) : name_of(months, tm->tm_mon, 12));
        g.upper |= f->swap;
        g.swap = false;
        put_text(o, &g, text);
        break;
    case 'A':
    case 'B':
        g.upper |= f->swap;
        g.swap = false;
        put_text(o, &g, c == 'A' ? name_of(days, tm->tm_wday, 7) : name_of(months, tm->tm_mon, 12));
        break;
    case 'c':
        put_nested(o, f, "%a %b %e %H:%M:%S %Y", tm);
        break;
    case 'x':
    case 'D':
        put_nested(o, f, "%m/%d/%y", tm);
        break;
    case 'X':
    case 'T':
        put_nested(o, f, "%H:%M:%S", tm);
        break;
    case 'R':
        put_nested(o, f, "%H:%M", tm);
        break;
    case 'r':
        put_nested(o, f, "%I:%M:%S %p", tm);
        break;
    case 'F':
        put_nested(o, f, "%Y-%m-%d", tm);
        break;
    case 'C':
        put_number(o, f, year / 100 - (year % 100 < 0), 1, '0');
        break;
    case 'd':
        put_number(o, f, tm->tm_mday, 2, '0');
        break;
    case 'e':
        put_number(o, f, tm->tm_mday, 2, '_');
        break;
    case 'H':
        put_number(o, f, tm->tm_hour, 2, '0');
        break;
    case 'k':
        put_number(o, f, tm->tm_hour, 2, '_');
        break;
    case 'I':
        put_number(o, f, hour12, 2, '0');
        break;
    case 'l':
        put_number(o, f, hour12, 2, '_');
        break;
    case 'j':
        put_number(o, f, (int64_t)tm->tm_yday + 1, 3, '0');
        break;
    case 'M':
        put_number(o, f, tm->tm_min, 2, '0');
        break;
    case 'm':
        put_number(o, f, (int64_t)tm->tm_mon + 1, 2, '0');
        break;
    case 'S':
        put_number(o, f, tm->tm_sec, 2, '0');
        break;
    case 's': {
        struct tm copy = *tm;
        put_number(o, f, make(&copy, tzname_utc), 1, '0');
        break;
    }
    case 'P':
    case 'p':
        format(text, sizeof text, "%s", tm->tm_hour > 11 ? "PM" : "AM");
        g.swap |= c == 'P';
        put_text(o, &g, text);
        break;
    case 'u':
        put_number(o, f, (tm->tm_wday + 6) % 7 + 1, 1, '0');
        break;
    case 'w':
        put_number(o, f, tm->tm_wday, 1, '0');
        break;
    case 'U':
        put_number(o, f, (tm->tm_yday - tm->tm_wday + 7) / 7, 2, '0');
        break;
    case 'W':
        put_number(o, f, (tm->tm_yday - (tm->tm_wday + 6) % 7 + 7) / 7, 2, '0');
        break;
    case 'V':
        put_number(o, f, iso_week(tm, &iso), 2, '0');
        break;
    case 'G':
        iso_week(tm, &iso);
        put_number(o, f, iso, 1, '0');
        break;
    case 'g':
        iso_week(tm, &iso);
        put_number(o, f, (iso % 100 + 100) % 100, 2, '0');
        break;
    case 'Y':
        put_number(o, f, year, 1, '0');
        break;
    case 'y':
        put_number(o, f, (year % 100 + 100) % 100, 2, '0');
        break;
    case 'Z':
        put_text(o, f, tm->tm_zone ? tm->tm_zone : "");
        break;
    case 'z': {
        long offset = tm->tm_gmtoff, minutes = (offset < 0 ? -offset : offset) / 60;
        put(o, offset < 0 ? '-' : '+');
        put_number(o, f, minutes / 60 * 100 + minutes % 60, 4, '0');
        break;
    }
    default: /* not a conversion: as it stands */
        for (; raw < raw_end; raw++)
            put(o, *raw);
    }
}

static void format_time(struct output *o, const char *f, const struct tm *tm) {
    for (; *f; f++) {
        if (*f != '%') {
            put(o, *f);
            continue;
        }
        const char *raw = f++;
        struct field field = {0};
        for (;; f++) {
            if (*f == '_' || *f == '-' || *f == '0' || *f == '+')
                field.pad = *f;
            else if (*f == '^')
                field.upper = true;
            else if (*f == '#')
                field.swap = true;
            else
                break;
        }
        for (; rt_isdigit((unsigned char)*f); f++)
            if (field.width < 100000)
                field.width = field.width * 10 + (*f - '0');
        if (*f == 'E' || *f == 'O')
            f++;
        if (!*f) { /* a lone percent sign at the end */
            for (; raw < f; raw++)
                put(o, *raw);
            return;
        }
        put_conversion(o, &field, *f, raw, f + 1, tm);
    }
}

size_t strftime(char *restrict to, size_t size, const char *restrict f, const struct tm *restrict tm) {
    struct output o = {to, 0, size};
    format_time(&o, f, tm);
    if (o.n >= size)
        return 0;
    to[o.n] = 0;
    return o.n;
}

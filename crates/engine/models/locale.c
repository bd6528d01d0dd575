/* locale.h: there is the C locale and no other. Exact for a program that asks for "C", "POSIX" or, with the empty
 * environment that process.c assumes, for "". Multibyte characters of the C locale (stdlib.h) are bytes.
 */
#include "model.h"
#include <errno.h>
#include <locale.h>

char *setlocale(int category, const char *name) {
    if (category < 0 || category > 12) {
        rt_errno = EINVAL;
        return 0;
    }
    if (!name || !*name || rt_strcmp(name, "C") == 0 || rt_strcmp(name, "POSIX") == 0)
        return (char *)"C";
    rt_errno = ENOENT;
    return 0;
}

struct lconv *localeconv(void) {
    static struct lconv c;
    char *empty = (char *)"";
    c.decimal_point = (char *)".";
    c.thousands_sep = c.grouping = c.int_curr_symbol = c.currency_symbol = empty;
    c.mon_decimal_point = c.mon_thousands_sep = c.mon_grouping = c.positive_sign = c.negative_sign = empty;
    c.int_frac_digits = c.frac_digits = CHAR_MAX;
    c.p_cs_precedes = c.p_sep_by_space = c.n_cs_precedes = c.n_sep_by_space = CHAR_MAX;
    c.p_sign_posn = c.n_sign_posn = CHAR_MAX;
    c.int_p_cs_precedes = c.int_p_sep_by_space = c.int_n_cs_precedes = c.int_n_sep_by_space = CHAR_MAX;
    c.int_p_sign_posn = c.int_n_sign_posn = CHAR_MAX;
    return &c;
}

/* Multibyte: ASCII bytes are themselves, others are no character. */
static int one(wchar_t *to, const char *s, size_t n) {
    if (!s)
        return 0;
    if (n == 0)
        return -1;
    unsigned char c = (unsigned char)*s;
    if (c >= 0x80) {
        rt_errno = EILSEQ;
        return -1;
    }
    if (to)
        *to = c;
    return c != 0;
}

int mblen(const char *s, size_t n) { return one(0, s, n); }
int mbtowc(wchar_t *restrict to, const char *restrict s, size_t n) { return one(to, s, n); }

int wctomb(char *s, wchar_t w) {
    if (!s)
        return 0;
    if ((unsigned)w >= 0x80) {
        rt_errno = EILSEQ;
        return -1;
    }
    *s = (char)w;
    return 1;
}

size_t mbstowcs(wchar_t *restrict to, const char *restrict s, size_t n) {
    size_t i = 0;
    for (; !to || i < n; i++) {
        wchar_t w;
        if (one(&w, s + i, 1) < 0)
            return (size_t)-1;
        if (to)
            to[i] = w;
        if (!w)
            break;
    }
    return i;
}

size_t wcstombs(char *restrict to, const wchar_t *restrict s, size_t n) {
    size_t i = 0;
    for (; !to || i < n; i++) {
        char c;
        if (wctomb(&c, s[i]) < 0)
            return (size_t)-1;
        if (to)
            to[i] = c;
        if (!c)
            break;
    }
    return i;
}

#include "check.h"
#include <ctype.h>
#include <libgen.h>
#include <locale.h>
#include <strings.h>
#include <unistd.h>
#include <wchar.h>
#undef basename

int __xpg_strerror_r(int, char *, size_t);
M(strlen); M(strnlen); M(strcpy); M(stpcpy); M(strncpy); M(stpncpy); M(strcat); M(strncat); M(strcmp); M(strncmp);
M(strcoll); M(strxfrm); M(memcmp); M(memchr); M(rawmemchr); M(memrchr); M(memccpy); M(mempcpy); M(memmem);
M(strchr); M(strchrnul); M(strrchr); M(strstr); M(strcasestr); M(strspn); M(strcspn); M(strpbrk); M(strtok_r); M(strtok);
M(strsep); M(strdup); M(strndup); M(swab); M(dirname); M(__xpg_basename); M(strcasecmp); M(strncasecmp); M(bcmp);
M(index); M(rindex); M(ffs); M(ffsl); M(ffsll); M(strerror); M(strsignal); M(strerror_r); M(__xpg_strerror_r);
M(wcslen); M(wcsnlen); M(wcscmp); M(wcsncmp); M(wcschr); M(wcsrchr); M(wcsstr); M(wmemcmp); M(wmemchr); M(wcsncpy);
M(wcscpy); M(wcscat); M(wcsncat); M(mbstowcs); M(wcstombs); M(mblen); M(mbtowc); M(wctomb); M(setlocale); M(localeconv);
extern char *m_basename(const char *);
extern char *gnu_basename(const char *) __asm__("basename");
size_t m_strlcpy(char *, const char *, size_t), m_strlcat(char *, const char *, size_t);

static const char letters[] = "aabbAB,\x80\xff ";
enum { ROUNDS = 20000, ROOM = 64 };
#define OFFSET(p, base) ((p) ? (long)((const char *)(p) - (const char *)(base)) : -1L)
#define SAME_PLACE(real, model, base) CHECK(OFFSET(real, base) == OFFSET(model, base), "\"%s\"", (const char *)(base))

static int sign(int x) { return (x > 0) - (x < 0); }

static void searching(void) {
    char *s = text(0, letters, 12), *t = text(1, letters, 4);
    int c = letters[pick(sizeof letters)];
    size_t n = strlen(s), m = strlen(t), k = pick((uint32_t)n + 2);
    CHECK(m_strlen(s) == n, "\"%s\"", s);
    CHECK(m_strnlen(s, k) == strnlen(s, k), "\"%s\"", s);
    SAME_PLACE(strchr(s, c), m_strchr(s, c), s);
    SAME_PLACE(index(s, c), m_index(s, c), s);
    SAME_PLACE(strchrnul(s, c), m_strchrnul(s, c), s);
    SAME_PLACE(strrchr(s, c), m_strrchr(s, c), s);
    SAME_PLACE(rindex(s, c), m_rindex(s, c), s);
    SAME_PLACE(strstr(s, t), m_strstr(s, t), s);
    SAME_PLACE(strcasestr(s, t), m_strcasestr(s, t), s);
    SAME_PLACE(strpbrk(s, t), m_strpbrk(s, t), s);
    CHECK(strspn(s, t) == m_strspn(s, t), "\"%s\" \"%s\"", s, t);
    CHECK(strcspn(s, t) == m_strcspn(s, t), "\"%s\" \"%s\"", s, t);
    SAME_PLACE(memchr(s, c, n + 1), m_memchr(s, c, n + 1), s);
    SAME_PLACE(memchr(s, c, k > n ? n : k), m_memchr(s, c, k > n ? n : k), s);
    SAME_PLACE(memrchr(s, c, n), m_memrchr(s, c, n), s);
    SAME_PLACE(memmem(s, n, t, m), m_memmem(s, n, t, m), s);
    SAME_PLACE(rawmemchr(s, 0), m_rawmemchr(s, 0), s);
}

static void comparing(void) {
    char *s = text(0, "aaaabA\x80\xff", 6), *t = text(1, "aaaabA\x80\xff", 6);
    size_t n = strlen(s), m = strlen(t), least = n < m ? n : m, k = pick(8);
    symbolic = pick(2);
    CHECK(m_strcmp(s, t) == strcmp(s, t) || sign(m_strcmp(s, t)) == sign(strcmp(s, t)), "\"%s\" \"%s\"", s, t);
    CHECK(sign(m_strncmp(s, t, k)) == sign(strncmp(s, t, k)), "\"%s\" \"%s\" %zu", s, t, k);
    CHECK(sign(m_strcoll(s, t)) == sign(strcoll(s, t)), "\"%s\" \"%s\"", s, t);
    CHECK(sign(m_strcasecmp(s, t)) == sign(strcasecmp(s, t)), "\"%s\" \"%s\"", s, t);
    CHECK(sign(m_strncasecmp(s, t, k)) == sign(strncasecmp(s, t, k)), "\"%s\" \"%s\"", s, t);
    CHECK(m_memcmp(s, t, least) == memcmp(s, t, least), "\"%s\" \"%s\": %d, model %d", s, t, memcmp(s, t, least),
          m_memcmp(s, t, least));
    CHECK(!m_bcmp(s, t, least) == !bcmp(s, t, least), "\"%s\" \"%s\"", s, t);
}

/* Both versions write into buffers of the same content; the whole buffers must agree. */
#define INTO(call_real, call_model)                                                        \
    do {                                                                                   \
        char d[ROOM], e[ROOM];                                                             \
        memset(d, '#', ROOM);                                                              \
        memcpy(d, start, strlen(start) + 1);                                               \
        memcpy(e, d, ROOM);                                                                \
        long r = (long)(call_real) - (long)d;                                              \
        char *real = d;                                                                    \
        (void)real;                                                                        \
        long q = (long)(call_model) - (long)e;                                             \
        CHECK(memcmp(d, e, ROOM) == 0 && r == q, "%s from \"%s\" %zu: %ld, model %ld", #call_real, s, k, r, q); \
    } while (0)

static void copying(void) {
    const char *start = text(2, letters, 6);
    char *s = text(0, letters, 12);
    size_t n = strlen(s), k = pick(16), most = k <= n ? k : n + 1;
    int c = letters[pick(sizeof letters)];
    INTO(strcpy(d, s), m_strcpy(e, s));
    INTO(stpcpy(d, s), m_stpcpy(e, s));
    INTO(strncpy(d, s, k), m_strncpy(e, s, k));
    INTO(stpncpy(d, s, k), m_stpncpy(e, s, k));
    INTO(strcat(d, s), m_strcat(e, s));
    INTO(strncat(d, s, k), m_strncat(e, s, k));
    INTO(mempcpy(d, s, n), m_mempcpy(e, s, n));
    INTO(d + strxfrm(d, s, k), e + m_strxfrm(e, s, k));
    INTO((memccpy(d, s, c, most) ? (char *)memccpy(d, s, c, most) : d),
         (m_memccpy(e, s, c, most) ? (char *)m_memccpy(e, s, c, most) : e));
    if (k) { /* not in every C library, so against their definition */
        char d[ROOM];
        CHECK(m_strlcpy(d, s, k) == n && strlen(d) == (n < k ? n : k - 1) && !memcmp(d, s, strlen(d)), "\"%s\" %zu", s, k);
        strcpy(d, start);
        size_t used = strnlen(d, k);
        CHECK(m_strlcat(d, s, k) == used + n, "\"%s\" %zu", s, k);
        if (used < k)
            CHECK(strlen(d) == (used + n < k ? used + n : k - 1), "\"%s\" %zu", s, k);
    }
    char *p = m_strdup(s), *q = m_strndup(s, k);
    CHECK(!strcmp(p, s) && strlen(q) == strnlen(s, k) && !strncmp(q, s, k), "\"%s\"", s);
    free(p);
    free(q);
    char a[16] = {0}, b[16] = {0};
    swab(s, a, (ssize_t)n);
    m_swab(s, b, (ssize_t)n);
    CHECK(!memcmp(a, b, sizeof a), "\"%s\"", s);
}

static void cutting(void) {
    char a[64], b[64], *save_a, *save_b, *p, *q;
    const char *s = text(0, "ab,; ", 14), *d = text(1, ",; ", 2);
    strcpy(a, s), strcpy(b, s);
    for (p = strtok_r(a, d, &save_a), q = m_strtok_r(b, d, &save_b);; p = strtok_r(0, d, &save_a), q = m_strtok_r(0, d, &save_b)) {
        CHECK(OFFSET(p, a) == OFFSET(q, b) && !memcmp(a, b, strlen(s) + 1), "\"%s\" by \"%s\"", s, d);
        if (!p)
            break;
    }
    strcpy(a, s), strcpy(b, s);
    for (p = strtok(a, d), q = m_strtok(b, d);; p = strtok(0, d), q = m_strtok(0, d)) {
        CHECK(OFFSET(p, a) == OFFSET(q, b), "\"%s\" by \"%s\"", s, d);
        if (!p)
            break;
    }
    strcpy(a, s), strcpy(b, s);
    char *at = a, *bt = b;
    do {
        p = strsep(&at, d), q = m_strsep(&bt, d);
        CHECK(OFFSET(p, a) == OFFSET(q, b) && OFFSET(at, a) == OFFSET(bt, b), "\"%s\" by \"%s\"", s, d);
    } while (p);
    s = text(0, "a//.", 8);
    CHECK(gnu_basename(s) - s == m_basename(s) - s, "\"%s\"", s);
    strcpy(a, s), strcpy(b, s);
    CHECK(!strcmp(__xpg_basename(a), m___xpg_basename(b)), "\"%s\"", s);
    strcpy(a, s), strcpy(b, s);
    p = dirname(a), q = m_dirname(b);
    CHECK(!strcmp(p, q), "\"%s\": \"%s\", model \"%s\"", s, p, q);
}

static void wide(void) {
    wchar_t s[16], t[16], d[48], e[48];
    size_t n = pick(10), m = pick(4), k = pick(12);
    for (size_t i = 0; i < 16; i++) {
        s[i] = (wchar_t)(i < n ? 'a' + pick(2) : 0);
        t[i] = (wchar_t)(i < m ? 'a' + pick(2) : 0);
    }
    CHECK(m_wcslen(s) == wcslen(s) && m_wcsnlen(s, k) == wcsnlen(s, k), "%ls", s);
    CHECK(sign(m_wcscmp(s, t)) == sign(wcscmp(s, t)) && sign(m_wcsncmp(s, t, k)) == sign(wcsncmp(s, t, k)), "%ls", s);
    CHECK(m_wcschr(s, 'b') == wcschr(s, 'b') && m_wcsrchr(s, 'b') == wcsrchr(s, 'b'), "%ls", s);
    CHECK(m_wcsstr(s, t) == wcsstr(s, t), "%ls %ls", s, t);
    CHECK(sign(m_wmemcmp(s, t, 8)) == sign(wmemcmp(s, t, 8)) && m_wmemchr(s, 'b', n) == wmemchr(s, 'b', n), "%ls", s);
    wmemset(d, '#', 48), wmemset(e, '#', 48);
    wcscpy(d, s), m_wcscpy(e, s);
    wcscat(d, t), m_wcscat(e, t);
    wcsncat(d, s, k), m_wcsncat(e, s, k);
    wcsncpy(d + 32, s, k), m_wcsncpy(e + 32, s, k);
    CHECK(!wmemcmp(d, e, 48), "%ls %ls", s, t);
    char b[32], c[32];
    const char *x = text(0, "ab\x80", 3);
    memset(b, 0, 32), memset(c, 0, 32);
    wmemset(d, 0, 48), wmemset(e, 0, 48);
    CHECK(mbstowcs(d, x, k) == m_mbstowcs(e, x, k), "\"%s\"", x);
    CHECK(mbstowcs(0, x, 0) == m_mbstowcs(0, x, 0), "\"%s\"", x);
    CHECK(wcstombs(b, s, k) == m_wcstombs(c, s, k) && !memcmp(b, c, 32), "%ls", s);
    CHECK(mblen(x, 1) == m_mblen(x, 1) && mbtowc(d, x, 1) == m_mbtowc(e, x, 1), "\"%s\"", x);
    CHECK(wctomb(b, s[0]) == m_wctomb(c, s[0]) && wctomb(0, 0) == m_wctomb(0, 0), "%ls", s);
}

void check_strings(void) {
    for (int i = 0; i < ROUNDS; i++) {
        searching();
        comparing();
        copying();
        cutting();
        wide();
        int x = (int)pick64();
        CHECK(ffs(x) == m_ffs(x) && ffsl(x) == m_ffsl(x) && ffsll(1LL << (i & 63)) == m_ffsll(1LL << (i & 63)), "%d", x);
    }
    CHECK(m_ffs(0) == 0, "0");
    for (int i = -5; i < 200; i++) {
        char a[64], b[64];
        CHECK(!strcmp(strerror(i), m_strerror(i)), "%d: \"%s\", model \"%s\"", i, strerror(i), m_strerror(i));
        CHECK(!strcmp(strsignal(i), m_strsignal(i)), "%d: \"%s\", model \"%s\"", i, strsignal(i), m_strsignal(i));
        CHECK(!strcmp(strerror_r(i, a, 64), m_strerror_r(i, b, 64)), "%d", i);
        int r = __xpg_strerror_r(i, a, 12), q = m___xpg_strerror_r(i, b, 12);
        CHECK(r == q && !strcmp(a, b), "%d: %d \"%s\", model %d \"%s\"", i, r, a, q, b);
    }
    CHECK(!strcmp(setlocale(LC_ALL, 0), m_setlocale(LC_ALL, 0)) && !m_setlocale(LC_ALL, "xx"), "setlocale");
    const struct lconv *l = localeconv(), *k = m_localeconv();
    CHECK(!strcmp(l->decimal_point, k->decimal_point) && !strcmp(l->thousands_sep, k->thousands_sep) &&
              l->frac_digits == k->frac_digits && !strcmp(l->negative_sign, k->negative_sign), "localeconv");
}

M(isupper); M(islower); M(isalpha); M(isdigit); M(isxdigit); M(isspace); M(isprint); M(isgraph); M(isblank);
M(iscntrl); M(ispunct); M(isalnum); M(tolower); M(toupper); M(isascii); M(toascii);
M(__ctype_b_loc); M(__ctype_tolower_loc); M(__ctype_toupper_loc);
static void outside(void) { m_isalpha(256); }

void check_ctype(void) {
    for (int c = -128; c < 256; c++) {
        CHECK((*__ctype_b_loc())[c] == (*m___ctype_b_loc())[c], "%d", c);
        CHECK((*__ctype_tolower_loc())[c] == (*m___ctype_tolower_loc())[c], "%d", c);
        CHECK((*__ctype_toupper_loc())[c] == (*m___ctype_toupper_loc())[c], "%d", c);
#define CLASS(f) CHECK((f)(c) == m_##f(c), "%s(%d): %d, model %d", #f, c, (f)(c), m_##f(c))
        CLASS(isupper); CLASS(islower); CLASS(isalpha); CLASS(isdigit); CLASS(isxdigit); CLASS(isspace);
        CLASS(isprint); CLASS(isgraph); CLASS(isblank); CLASS(iscntrl); CLASS(ispunct); CLASS(isalnum);
        CLASS(tolower); CLASS(toupper); CLASS(isascii); CLASS(toascii);
    }
    CHECK(m_tolower(1000) == tolower(1000) && m_toupper(-1000) == toupper(-1000), "outside the table");
    CHECK(ends(outside) && !strcmp(bug_kind, "bounds"), "isalpha(256)");
}

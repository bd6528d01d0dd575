/* wchar.h: wide strings, as far as they need no locale. Exact; comparisons give -1, 0 or 1, as glibc's. */
#include "model.h"

size_t wcslen(const wchar_t *s) {
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

size_t wcsnlen(const wchar_t *s, size_t max) {
    size_t n = 0;
    while (n < max && s[n])
        n++;
    return n;
}

wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from) {
    size_t i = 0;
    do
        to[i] = from[i];
    while (from[i++]);
    return to;
}

wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
    size_t i = 0;
    for (; i < n && from[i]; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = 0;
    return to;
}

wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from) {
    size_t n = 0, i = 0;
    while (to[n])
        n++;
    do
        to[n + i] = from[i];
    while (from[i++]);
    return to;
}

wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
    size_t end = 0, i = 0;
    while (to[end])
        end++;
    for (; i < n && from[i]; i++)
        to[end + i] = from[i];
    to[end + i] = 0;
    return to;
}

int wcscmp(const wchar_t *a, const wchar_t *b) {
    for (;; a++, b++) {
        wchar_t c = *a, d = *b;
        if (c != d)
            return c < d ? -1 : 1;
        if (!c)
            return 0;
    }
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
    for (; n; a++, b++, n--) {
        wchar_t c = *a, d = *b;
        if (c != d)
            return c < d ? -1 : 1;
        if (!c)
            return 0;
    }
    return 0;
}

wchar_t *wcschr(const wchar_t *s, wchar_t c) {
    for (;; s++) {
        if (*s == c)
            return (wchar_t *)s;
        if (!*s)
            return 0;
    }
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
    const wchar_t *last = 0;
    for (;; s++) {
        if (*s == c)
            last = s;
        if (!*s)
            return (wchar_t *)last;
    }
}

wchar_t *wcsstr(const wchar_t *haystack, const wchar_t *needle) {
    for (;; haystack++) {
        size_t i = 0;
        while (needle[i] && haystack[i] == needle[i])
            i++;
        if (!needle[i])
            return (wchar_t *)haystack;
        if (!haystack[i])
            return 0;
    }
}

wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
    return memcpy(to, from, n * sizeof *to);
}
wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) { return memmove(to, from, n * sizeof *to); }

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = c;
    return to;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
    for (; n; a++, b++, n--)
        if (*a != *b)
            return *a < *b ? -1 : 1;
    return 0;
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) {
    for (; n; s++, n--)
        if (*s == c)
            return (wchar_t *)s;
    return 0;
}

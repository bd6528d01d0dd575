// verdict: ok

/* Bases, prefixes, ends and errors. */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int main(void) {
    char *end;
    const char *s = "  -42rest";
    assert(strtol(s, &end, 10) == -42 && end == s + 5);
    assert(strtol("0x1fg", &end, 0) == 31 && *end == 'g');
    assert(strtol("077", NULL, 0) == 63 && strtoul("zz", NULL, 36) == 1295);
    s = "none";
    assert(strtol(s, &end, 10) == 0 && end == s);
    errno = 0;
    assert(strtol("9223372036854775808", NULL, 10) == LONG_MAX && errno == ERANGE);
    assert(strtoul("-1", NULL, 10) == ULONG_MAX);
    errno = 0;
    assert(strtol("1", NULL, 99) == 0 && errno == EINVAL);
    assert(atoi("12abc") == 12 && atoll("-9000000000") == -9000000000);
    return 0;
}

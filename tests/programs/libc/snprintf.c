// verdict: ok

#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char b[8], *p;
    assert(snprintf(b, sizeof b, "%s-%d", "abc", 12345) == 9 && strcmp(b, "abc-123") == 0);
    assert(snprintf(NULL, 0, "%05.1f", 3.14159) == 5);
    assert(asprintf(&p, "%s%c", "abc", '!') == 4 && strcmp(p, "abc!") == 0);
    free(p);
    assert(sprintf(b, "%3d|%-3d", 1, 2) == 7 && strcmp(b, "  1|2  ") == 0);
    return 0;
}

// verdict: ok

/* Lengths, copies and concatenations. */
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char b[16];
    assert(strlen(strcpy(b, "abc")) == 3);
    assert(strcmp(strcat(b, "def"), "abcdef") == 0);
    assert(strcmp(strncat(b, "ghij", 2), "abcdefgh") == 0);
    assert(stpcpy(b, "xy") == b + 2);
    strncpy(b, "pq", 5);
    assert(b[1] == 'q' && b[2] == 0 && b[4] == 0 && b[5] == 'f');
    assert(strnlen("abcdef", 4) == 4);
    assert(memmove(b + 1, b, 2) == b + 1 && b[1] == 'p' && b[2] == 'q');
    return 0;
}

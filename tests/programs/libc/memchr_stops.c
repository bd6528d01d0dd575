// verdict: ok

/* memchr reads as if byte by byte: nothing past the match, whatever the length says. strnlen likewise. */
#include <assert.h>
#include <string.h>

int main(void) {
    char b[4] = {'a', 'b', 'c', 0};
    assert(memchr(b, 'c', 100) == b + 2);
    assert(strnlen(b, 100) == 3);
    char full[2] = {'x', 'y'};
    assert(strnlen(full, 2) == 2);
    assert(strncmp(b, "abc", 100) == 0);
    return 0;
}

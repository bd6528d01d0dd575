// args: --sym-stdin 2
// verdict: ok

/* A number read by hand leaves the next character where it was. */
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int n = 0, c;
    while ((c = getchar()) != EOF && isdigit(c))
        n = n * 10 + (c - '0');
    if (c != EOF) {
        ungetc(c, stdin);
        assert(!feof(stdin));
        assert(getc(stdin) == c);
    }
    assert(n >= 0 && n <= 99);
    return 0;
}

// verdict: bugs
// bug: use-after-free 15

/* The old pointer must not be used after realloc. */
#include <stdlib.h>

int main(void) {
    char *p = malloc(8), *q;
    if (!p)
        return 0;
    p[0] = 'x';
    q = realloc(p, 4096);
    if (!q)
        return 0;
    char c = p[0];
    free(q);
    return c;
}

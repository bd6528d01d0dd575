// verdict: ok

/* More than fits on the stack. */
#include <assert.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

int main(void) {
    static unsigned v[1000];
    unsigned x = 12345;
    for (int i = 0; i < 1000; i++)
        v[i] = x = x * 1664525u + 1013904223u;
    qsort(v, 1000, sizeof v[0], compare);
    for (int i = 1; i < 1000; i++)
        assert(v[i - 1] <= v[i]);
    return 0;
}

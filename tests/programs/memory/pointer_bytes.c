// verdict: ok

/* A pointer survives being copied byte by byte. */
#include <assert.h>
#include <stddef.h>

int main(void) {
    int x = 5, *p = &x, *q;
    unsigned char *from = (unsigned char *)&p, *to = (unsigned char *)&q;
    for (size_t i = 0; i < sizeof p; i++)
        to[i] = from[i];
    *q = 6;
    assert(x == 6);
    return 0;
}

// verdict: bugs
// bug: bounds 18

/* The size computation wraps: fewer bytes than elements. */
#include <stdint.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    uint32_t count = __VERIFIER_nondet_uint();
    if (count != 0x40000001u)
        return 0;
    uint32_t size = count * 4u;
    uint32_t *p = malloc(size);
    if (!p)
        return 0;
    p[0] = 1;
    p[1] = 2;
    free(p);
    return 0;
}

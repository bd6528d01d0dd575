// verdict: bugs
// bug: bounds 12

/* Pointer and offset both depend on the input; only the smaller object is overrun. */
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char small[4] = {0}, large[16] = {0};
    unsigned char x = __VERIFIER_nondet_uchar();
    char *p = x & 1 ? small : large;
    p[x >> 4] = 1;
    return 0;
}

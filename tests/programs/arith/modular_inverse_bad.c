// verdict: bugs
// bug: assert 11

/* Odd numbers have an inverse modulo 256; the solver has to find the one of 7. */
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    unsigned char product = (unsigned char)(x * 7);
    assert(product != 1);
    return 0;
}

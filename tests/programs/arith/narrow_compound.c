// verdict: ok

/* An unsigned char wraps in compound assignment though the sum is computed as int. */
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    unsigned char d = c;
    d += 200;
    d += 56;
    assert(d == c);
    short s = 32767;
    s++;
    assert(s == -32768);
    return 0;
}

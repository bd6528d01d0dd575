// verdict: ok

#include <assert.h>
unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned short a = __VERIFIER_nondet_ushort();
    unsigned b = 10;
    unsigned q = a / b, r = a % b;
    assert(r < b);
    assert(q <= 6553);
    assert(q * b + r == a);
    assert(4000000000u / 3u == 1333333333u);
    assert(18446744073709551615ull % 1000ull == 615ull);
    return 0;
}

// verdict: ok

/* Right shifts are arithmetic on signed and logical on unsigned values. */
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned u = (unsigned)x;
    assert(x >> 31 == (x < 0 ? -1 : 0));
    assert(u >> 31 == (x < 0 ? 1u : 0u));
    assert((u << 4) >> 4 == (u & 0x0fffffffu));
    assert((1ull << 40) == 1099511627776ull);
    return 0;
}

// verdict: ok

#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    assert(__builtin_popcount(0xf0f0u) == 8 && __builtin_popcountll(~0ull) == 64);
    assert(__builtin_clz(1u) == 31 && __builtin_ctz(8u) == 3);
    assert(__builtin_ffs(0) == 0 && __builtin_ffs(0x10) == 5);
    assert(__builtin_parity(7u) == 1);
    if (x == 0)
        return 0;
    assert(x >> __builtin_ctz(x) & 1);
    assert(x << __builtin_clz(x) & 0x80000000u);
    return 0;
}

// verdict: ok

/* 32-bit products keep their low half, 64-bit products of 32-bit factors keep everything. */
#include <assert.h>
#include <stdint.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    uint32_t x = __VERIFIER_nondet_uint();
    uint64_t wide = (uint64_t)x * 3u;
    assert((uint32_t)wide == x * 3u);
    assert(wide >> 32 <= 2);
    assert(x * 8u == x << 3);
    return 0;
}

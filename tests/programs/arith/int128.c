// verdict: ok

/* 128-bit values: products, quotients, shifts, comparison. */
#include <assert.h>
#include <stdint.h>
unsigned long __VERIFIER_nondet_ulong(void);

typedef unsigned __int128 u128;
typedef __int128 i128;

int main(void) {
    uint64_t x = __VERIFIER_nondet_ulong();
    u128 w = (u128)x << 64 | x;
    assert((uint64_t)(w >> 64) == x);
    assert((uint64_t)w == x);
    u128 big = (u128)0xffffffffffffffffull * 0xffffffffffffffffull;
    assert((uint64_t)(big >> 64) == 0xfffffffffffffffeull);
    assert((uint64_t)big == 1);
    assert(big / 0xffffffffffffffffull == 0xffffffffffffffffull);
    i128 n = -(i128)5;
    assert(n / 2 == -2 && n % 2 == -1 && n < 0);
    return 0;
}

// verdict: ok

#include <assert.h>
#include <stdint.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    uint32_t x = __VERIFIER_nondet_uint();
    assert(__builtin_bswap32(__builtin_bswap32(x)) == x);
    assert((__builtin_bswap32(x) & 0xff) == x >> 24);
    assert(__builtin_bswap16(0x1234) == 0x3412);
    assert(__builtin_bswap64(1) == 1ull << 56);
    assert(__builtin_rotateleft32(x, 8) == (x << 8 | x >> 24));
    assert(__builtin_bitreverse8(1) == 0x80);
    return 0;
}

// verdict: ok
// runs baseline: 2 0

/* Conversion to a narrower type keeps the low bits. */
#include <assert.h>
#include <stdint.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    uint8_t low = (uint8_t)x;
    uint16_t half = (uint16_t)x;
    int8_t s = (int8_t)x;
    assert(low == (x & 0xff));
    assert(half == (x & 0xffff));
    if (x & 0x80)
        assert(s == low - 256);
    else
        assert(s == low);
    return 0;
}

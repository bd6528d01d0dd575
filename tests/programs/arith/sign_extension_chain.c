// verdict: ok

/* i8 to i16 to i32 to i64, signed and unsigned at each step. */
#include <assert.h>
#include <stdint.h>
signed char __VERIFIER_nondet_char(void);

int main(void) {
    int8_t a = __VERIFIER_nondet_char();
    int16_t b = a;
    int32_t c = b;
    int64_t d = c;
    assert(d == a);
    uint16_t e = (uint16_t)a;
    uint64_t f = e;
    assert(f <= 0xffff);
    assert((int16_t)f == a);
    uint64_t g = (uint64_t)(int64_t)a;
    assert((a < 0) == (g > 0x7fffffffffffffffull));
    return 0;
}

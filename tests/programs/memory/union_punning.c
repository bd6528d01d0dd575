// verdict: ok

/* Little endian: the low byte comes first. */
#include <assert.h>
#include <stdint.h>
unsigned __VERIFIER_nondet_uint(void);

union word {
    uint32_t u;
    uint8_t b[4];
    uint16_t h[2];
};

int main(void) {
    union word w;
    uint32_t x = __VERIFIER_nondet_uint();
    w.u = x;
    assert(w.b[0] == (x & 0xff));
    assert(w.h[1] == x >> 16);
    w.b[3] = 0;
    assert(w.u == (x & 0x00ffffff));
    return 0;
}

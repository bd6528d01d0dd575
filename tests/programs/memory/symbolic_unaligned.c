// verdict: ok

/* A wide read at a symbolic byte offset. */
#include <assert.h>
#include <stdint.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char bytes[12];
    for (unsigned k = 0; k < 12; k++)
        bytes[k] = (unsigned char)k;
    unsigned at = __VERIFIER_nondet_uint();
    if (at > 8)
        return 0;
    uint32_t v;
    memcpy(&v, bytes + at, sizeof v);
    assert((v & 0xff) == at);
    assert(v >> 24 == at + 3);
    return 0;
}

// verdict: bugs
// bug: uninit 14
// bug: assert 16

/* Whether the unwritten byte matters depends on the input; where it does not, the run goes on. */
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char bits[2];
    unsigned char mask = __VERIFIER_nondet_uchar();
    unsigned char other = __VERIFIER_nondet_uchar();
    int seen = 0;
    if (bits[1] & mask)
        seen = 1;
    assert(other != 9);
    return seen;
}

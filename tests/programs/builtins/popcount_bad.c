// verdict: bugs
// bug: assert 10

#include <assert.h>
unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_ushort();
    if (x > 0xff00)
        assert(__builtin_popcount(x) != 16);
    return 0;
}

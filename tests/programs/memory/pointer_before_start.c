// verdict: ok
// A decoder's check of a back reference: the pointer is computed first and compared afterwards.

#include <assert.h>
#include <stddef.h>
unsigned short __VERIFIER_nondet_ushort(void);
unsigned long __VERIFIER_nondet_ulong(void);

static char window[24];

int main(void) {
    size_t back = __VERIFIER_nondet_ushort();
    char *op = window + 8;
    char *match = op - back;
    if (match < window)
        assert(back > 8);
    else
        assert(back <= 8 && *match == 0);

    // As far as addresses go: a length that wraps around comes out below.
    unsigned long n = __VERIFIER_nondet_ulong();
    char *end = op + n;
    if (end < op)
        assert(n > 0xffff000000000000ul);
    return 0;
}

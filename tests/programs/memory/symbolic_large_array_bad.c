// verdict: bugs
// bug: assert 15

/* 100,000 elements: one entry differs. */
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

static unsigned char big[100000];

int main(void) {
    big[77777] = 1;
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 100000)
        return 0;
    assert(big[i] == 0);
    return 0;
}

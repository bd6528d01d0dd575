// verdict: bugs
// bug: assert 13

/* The well-known binary-search midpoint: the sum wraps. */
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned lo = __VERIFIER_nondet_uint(), hi = __VERIFIER_nondet_uint();
    if (lo > hi)
        return 0;
    unsigned mid = (lo + hi) / 2;
    assert(lo <= mid && mid <= hi);
    return 0;
}

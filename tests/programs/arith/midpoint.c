// verdict: ok
// runs baseline: 2 0

#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned lo = __VERIFIER_nondet_uint(), hi = __VERIFIER_nondet_uint();
    if (lo > hi)
        return 0;
    unsigned mid = lo + (hi - lo) / 2;
    assert(lo <= mid && mid <= hi);
    return 0;
}

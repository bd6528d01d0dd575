// verdict: ok
// runs baseline: 6 0

/* One path for each number of iterations, 0 to 5. */
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 6;
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += i;
    assert(sum <= 10);
    return 0;
}

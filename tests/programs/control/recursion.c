// verdict: ok
// runs baseline: 8 0

/* One path for each depth. */
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

static unsigned long factorial(unsigned n) {
    if (n == 0)
        return 1;
    return n * factorial(n - 1);
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 6)
        return 0;
    assert(factorial(n) <= 720);
    return 0;
}

// verdict: ok

/* Hints change nothing. */
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (__builtin_expect(x == 3, 0))
        assert(x == 3);
    if (__builtin_expect_with_probability(x > 3, 1, 0.9))
        __builtin_assume(x > 2);
    __builtin_prefetch(&x);
    return 0;
}

// verdict: ok

/* Division truncates towards zero and the remainder has the dividend's sign. */
#include <assert.h>
signed char __VERIFIER_nondet_char(void);

int main(void) {
    signed char a = __VERIFIER_nondet_char();
    signed char b = __VERIFIER_nondet_char();
    if (b == 0)
        return 0;
    int q = a / b, r = a % b;
    assert(q * b + r == a);
    if (r != 0)
        assert((r < 0) == (a < 0));
    return 0;
}

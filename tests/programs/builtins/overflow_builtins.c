// verdict: ok

/* Their result tells of the overflow: no bug by itself. */
#include <assert.h>
#include <limits.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), r;
    _Bool over = __builtin_add_overflow(a, b, &r);
    long exact = (long)a + b;
    assert(over == (exact > INT_MAX || exact < INT_MIN));
    if (!over)
        assert(r == exact);
    unsigned u;
    assert(__builtin_sub_overflow(1u, 2u, &u) && u == UINT_MAX);
    assert(__builtin_mul_overflow(INT_MAX, 2, &r));
    return 0;
}

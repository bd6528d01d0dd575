// verdict: ok

/* The quotient that does not fit traps: nothing behind it is reached. */
#include <assert.h>
#include <limits.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b == 0)
        return 0;
    int q = a / b, r = a % b;
    if (a == INT_MIN && b == -1)
        assert(0);
    return q == 5 && r == 0;
}

// args: --checks +overflow
// verdict: ok

/* Unsigned and narrow arithmetic does not overflow; guarded sums do not either. */
#include <limits.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
short __VERIFIER_nondet_short(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned u = __VERIFIER_nondet_uint();
    short s = __VERIFIER_nondet_short();
    s = (short)(s + 1);
    u = u * 3u + 1u;
    if (x < INT_MAX)
        x = x + 1;
    if (u < 32)
        u = 1u << u;
    return x == 0 && s == 0 && u == 0;
}

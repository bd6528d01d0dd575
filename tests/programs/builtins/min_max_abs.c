// verdict: ok

#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int m = __builtin_elementwise_max(x, 10), n = __builtin_elementwise_min(x, 10);
    assert(m >= 10 && n <= 10 && (m == x || n == x));
    assert(__builtin_elementwise_add_sat(2147483647, 1) == 2147483647);
    assert(__builtin_elementwise_sub_sat(3u, 5u) == 0);
    assert(__builtin_abs(-4) == 4);
    return 0;
}

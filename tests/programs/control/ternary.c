// verdict: ok
// runs baseline: 3 0

#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int sign = x > 0 ? 1 : x < 0 ? -1 : 0;
    if (sign == 1)
        assert(x > 0);
    if (sign == 0)
        assert(x == 0);
    return 0;
}

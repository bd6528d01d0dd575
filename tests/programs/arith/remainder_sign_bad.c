// verdict: bugs
// bug: assert 16
// runs baseline: 4 0

/* A negative odd number has remainder -1. */
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x % 2 == 0)
        return 0;
    if (x > 0)
        assert(x % 2 == 1);
    else if (x != -1)
        assert(x % 2 == 1);
    return 0;
}

// verdict: ok
// runs baseline: 2 0

/* Conversion to _Bool is a comparison with zero, not a truncation. */
#include <assert.h>
#include <stdbool.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    bool b = x;
    if (x == 0)
        assert(!b && b == 0);
    else
        assert(b && b == 1 && b + b == 2);
    bool h = 256;
    assert(h);
    return 0;
}

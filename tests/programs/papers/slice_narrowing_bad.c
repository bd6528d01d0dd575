// verdict: bugs
// bug: assert 17
// runs baseline: 3 0

/* The example of a branch outside the slice whose condition must not be assumed. */
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = 0, z = 0;
    if (x > 0)
        z = 1;
    else
        z = 2;
    if (x < 0)
        y = 1;
    assert(y == 0);
    return z;
}

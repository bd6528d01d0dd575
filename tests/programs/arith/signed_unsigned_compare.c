// verdict: ok
// runs baseline: 2 0

/* The usual arithmetic conversions make -1 the largest unsigned. */
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned limit = 10;
    if (x < 0)
        assert(x > limit);
    else
        assert((unsigned)x == x);
    return 0;
}

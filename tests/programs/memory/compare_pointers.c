// verdict: ok

/* Equality of pointers into the same and into different objects. */
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a[2] = {0}, b[2] = {0};
    int *p = __VERIFIER_nondet_int() ? a : b;
    assert((p == a) != (p == b));
    assert(p != 0);
    assert(p + 1 != p);
    if (p == a)
        assert(&p[1] == &a[1]);
    return 0;
}

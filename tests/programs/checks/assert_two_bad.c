// verdict: bugs
// bug: assert 12
// bug: assert 13
// runs baseline: 3 0

/* Two failures in different places; the first does not hide the second. */
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x != 1);
    assert(x != 2);
    return 0;
}

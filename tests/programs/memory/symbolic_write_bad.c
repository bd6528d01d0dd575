// verdict: bugs
// bug: assert 15

/* Two symbolic indices may be the same. */
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int a[8] = {0};
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    if (i >= 8 || j >= 8)
        return 0;
    a[i] = 1;
    a[j] = 2;
    assert(a[i] == 1);
    return 0;
}

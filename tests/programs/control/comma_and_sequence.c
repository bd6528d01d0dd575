// verdict: ok

#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y;
    unsigned z = (y = x + 1, y * 2);
    assert(z == 2 * x + 2);
    for (unsigned i = 0, j = 10; i < j; i++, j--)
        z += 1;
    assert(z == 2 * x + 7);
    return 0;
}

// verdict: bugs
// bug: assert 18

/* A 3-bit field cannot hold 8. */
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

struct counter {
    unsigned n : 3;
};

int main(void) {
    struct counter c = {0};
    unsigned x = __VERIFIER_nondet_uint();
    if (x > 8)
        return 0;
    c.n = x;
    assert(c.n == x);
    return 0;
}

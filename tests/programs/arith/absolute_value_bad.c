// verdict: bugs
// bug: assert 15

/* The absolute value of INT_MIN is not positive (computed without overflow here). */
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int magnitude(int x) {
    unsigned u = (unsigned)x;
    return (int)(x < 0 ? 0u - u : u);
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(magnitude(x) >= 0);
    return 0;
}

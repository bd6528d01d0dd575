// verdict: ok

/* Value and effect of the four increment operators. */
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned y = x;
    unsigned a = y++, b = ++y, c = y--, d = --y;
    assert(a == x && b == x + 2 && c == x + 2 && d == x && y == x);
    return 0;
}

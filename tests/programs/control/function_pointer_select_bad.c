// verdict: bugs
// bug: assert 16
// runs baseline: 3 0

#include <assert.h>
int __VERIFIER_nondet_int(void);

static int safe(int x) { return x & 1; }
static int risky(int x) { return x & 3; }

int main(void) {
    int x = __VERIFIER_nondet_int();
    int (*f)(int) = safe;
    if (x < 0)
        f = risky;
    assert(f(x) <= 2);
    return 0;
}

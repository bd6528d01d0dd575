// verdict: bugs
// bug: assert 9

/* As the benchmarks write it: reach_error has a body that fails an assertion of its own. */
#include <assert.h>
int __VERIFIER_nondet_int(void);

static void fail(void) {
    assert(0 && "reached");
}

static void check(int cond) {
    if (!cond) {
        fail();
    }
}

int main(void) {
    unsigned n = (unsigned)__VERIFIER_nondet_int();
    check(n % 16 != 9);
    return 0;
}

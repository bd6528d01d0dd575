// verdict: bugs
// bug: assert 9

/* Reached in two ways, still one bug. */
#include <assert.h>
int __VERIFIER_nondet_int(void);

static void positive(int x) {
    assert(x > 0);
}

int main(void) {
    positive(__VERIFIER_nondet_int());
    positive(__VERIFIER_nondet_int());
    return 0;
}

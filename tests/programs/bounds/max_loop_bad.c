// args: --max-loop 2
// verdict: bugs
// bug: assert 14
// bound: max-loop

/* A bug within the bound is a bug. */
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    while (i < n)
        i++;
    assert(i != 2);
    return 0;
}

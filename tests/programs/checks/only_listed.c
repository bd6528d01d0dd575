// args: --checks div-by-zero,assert
// verdict: bugs
// bug: div-by-zero 14
// bug: assert 15

/* A list sets exactly these checks: the abort is an end like any other. */
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 3)
        return 10 / (x - 3);
    assert(x != 9);
    if (x == 4)
        abort();
    return 0;
}

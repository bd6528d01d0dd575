// args: --checks +overflow
// verdict: bugs
// bug: overflow 11

/* The absolute value of the smallest integer. */
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    return abs(x) == 5;
}

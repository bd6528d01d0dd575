// verdict: bugs
// bug: div-by-zero 10

/* A division inside libc is the caller's. */
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    return div(10, n).rem > 100;
}

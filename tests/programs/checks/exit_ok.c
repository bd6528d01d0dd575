// verdict: ok
// runs baseline: 2 0

/* exit ends the process whatever its code. */
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    if (__VERIFIER_nondet_int() == 1)
        exit(3);
    return 0;
}

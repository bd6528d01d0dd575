// args: --checks +overflow
// verdict: bugs
// bug: overflow shift_header.h:3

/* A signed shift in an included file. */
#include "shift_header.h"
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    return (unsigned)times_eight(x) == times_eight_u((unsigned)x);
}

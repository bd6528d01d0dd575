// verdict: bugs
// bug: null 14
// no-replay: AddressSanitizer stops at the size itself

/* The product overflows: reallocarray fails where malloc would have got too little. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    size_t n = __VERIFIER_nondet_int() == 1 ? SIZE_MAX / 4 + 2 : 2;
    int *p = reallocarray(NULL, n, sizeof *p);
    p[1] = 1;
    free(p);
    return 0;
}

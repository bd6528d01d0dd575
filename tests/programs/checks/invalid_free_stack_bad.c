// verdict: bugs
// bug: invalid-free 11

#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    char local[4] = {0}, *p = local;
    if (__VERIFIER_nondet_int())
        p = malloc(4);
    free(p);
    return 0;
}

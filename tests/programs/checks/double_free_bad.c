// verdict: bugs
// bug: double-free 11

#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    char *p = malloc(10);
    free(p);
    if (__VERIFIER_nondet_int() == -1)
        free(p);
    return 0;
}

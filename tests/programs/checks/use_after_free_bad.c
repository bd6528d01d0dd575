// verdict: bugs
// bug: use-after-free 14

#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 3;
    if (__VERIFIER_nondet_int() == 100)
        free(p);
    return *p == 3;
}

// verdict: bugs
// bug: bounds 14

#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int r = 0, *p = calloc(3, sizeof *p);
    if (!p)
        return 0;
    if (__VERIFIER_nondet_int() > 0)
        r = p[2];
    else
        r = p[3];
    free(p);
    return r;
}

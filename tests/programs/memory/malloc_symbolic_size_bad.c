// verdict: bugs
// bug: bounds 15

#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 100)
        return 0;
    char *p = malloc(n);
    if (!p)
        return 0;
    p[n / 2] = 1;
    p[n] = 0;
    free(p);
    return 0;
}

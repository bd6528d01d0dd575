// verdict: ok

#include <assert.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 4 || n > 100)
        return 0;
    char *p = malloc(n);
    if (!p)
        return 0;
    p[0] = 1;
    p[n - 1] = 2;
    assert(p[0] == 1 && p[n - 1] == 2);
    free(p);
    return 0;
}

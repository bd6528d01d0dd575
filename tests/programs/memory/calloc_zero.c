// verdict: ok

#include <assert.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char *p = calloc(5, 3);
    unsigned i = __VERIFIER_nondet_uint();
    if (!p || i >= 15)
        return 0;
    assert(p[i] == 0);
    free(p);
    return 0;
}

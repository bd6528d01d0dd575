// verdict: ok
// runs baseline: 2 0

/* One load at a symbolic index of an initialised array: no path per element. */
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char squares[10];
    for (unsigned k = 0; k < 10; k++)
        squares[k] = (unsigned char)(k * k);
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 10)
        return 0;
    assert(squares[i] == i * i);
    return 0;
}

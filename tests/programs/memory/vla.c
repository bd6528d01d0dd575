// verdict: ok

/* A variable-length array with a symbolic length. */
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 6)
        return 0;
    int a[n];
    assert(sizeof a == n * sizeof(int));
    for (unsigned i = 0; i < n; i++)
        a[i] = (int)i;
    assert(a[n - 1] == (int)n - 1);
    return 0;
}

// verdict: ok
// runs baseline: 2 0

#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int a[8] = {0};
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 8)
        return 0;
    a[i] = 5;
    int sum = 0;
    for (int k = 0; k < 8; k++)
        sum += a[k];
    assert(sum == 5);
    assert(a[i] == 5);
    return 0;
}

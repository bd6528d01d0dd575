// verdict: ok

#include <assert.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char a[8];
    memset(a, 1, sizeof a);
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 8)
        return 0;
    memset(a, 0, n);
    unsigned sum = 0;
    for (int i = 0; i < 8; i++)
        sum += a[i];
    assert(sum == 8 - n);
    return 0;
}

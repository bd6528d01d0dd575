// verdict: ok

#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char m[3][5];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 5; c++)
            m[r][c] = (unsigned char)(10 * r + c);
    unsigned r = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint();
    if (r >= 3 || c >= 5)
        return 0;
    assert(m[r][c] == 10 * r + c);
    return 0;
}

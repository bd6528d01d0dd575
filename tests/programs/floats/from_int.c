// verdict: ok

#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -1000 || x > 1000)
        return 0;
    double d = x;
    assert((int)d == x);
    volatile unsigned long big = 0xfffffffffffffffful;
    assert((double)big == 18446744073709551616.0);
    return 0;
}

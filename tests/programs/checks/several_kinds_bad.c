// verdict: bugs
// bug: null 17
// bug: bounds 19
// bug: div-by-zero 21
// bug: abort 23
// bug: assert 25

/* One input byte chooses the way to fail: each is found. */
#include <assert.h>
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a[2] = {0, 0}, *null = 0, zero = a[0];
    switch (__VERIFIER_nondet_uchar()) {
    case 10:
        return *null;
    case 20:
        return a[zero + 2];
    case 30:
        return 5 / zero;
    case 40:
        abort();
    case 50:
        assert(zero);
    }
    return 0;
}

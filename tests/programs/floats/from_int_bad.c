// verdict: bugs
// bug: assert 13

/* 24 bits of precision: not every int is a float. */
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 33554432)
        return 0;
    float f = (float)x;
    assert((int)f == x);
    return 0;
}

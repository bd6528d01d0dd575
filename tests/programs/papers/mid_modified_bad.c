// verdict: bugs
// bug: assert 22

/* Paper 001, program 2, against what a middle is: with z below y below x it returns x. */
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int mid(int x, int y, int z) {
    if (x < y) {
        if (y < z) return y;
        else if (x <= z) return z;
        else return x;
    } else if (x < z) return x;
    else if (y < z) return z;
    else return x;
}

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
    int m = mid(x, y, z);
    int below = (x <= m) + (y <= m) + (z <= m), above = (x >= m) + (y >= m) + (z >= m);
    assert(below >= 2 && above >= 2);
    return 0;
}

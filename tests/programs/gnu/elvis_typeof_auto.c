// verdict: ok

#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = x ?: 8;
    assert(y != 0);
    __auto_type z = y;
    typeof(z) w = z;
    assert(w == y);
    return 0;
}

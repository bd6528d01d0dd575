// verdict: ok

/* A volatile object keeps what was written: nobody else writes here. */
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    volatile int v = __VERIFIER_nondet_int();
    int a = v, b = v;
    assert(a == b);
    v = 3;
    assert(v == 3);
    return 0;
}

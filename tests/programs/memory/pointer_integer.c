// verdict: ok

/* To uintptr_t and back, with a flag in the low bit. */
#include <assert.h>
#include <stdint.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 1;
    uintptr_t bits = (uintptr_t)&x;
    assert((bits & 3) == 0);
    bits |= 1;
    int *p = (int *)(bits & ~(uintptr_t)1);
    *p = __VERIFIER_nondet_int();
    assert(x == *p);
    return 0;
}

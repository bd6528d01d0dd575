// verdict: ok
// runs baseline: 1 0

#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0);
    assert(x != -1);
    return 0;
}

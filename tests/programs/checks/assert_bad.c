// verdict: bugs
// bug: assert 11
// runs baseline: 3 0

#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 5)
        assert(x != 77);
    return 0;
}

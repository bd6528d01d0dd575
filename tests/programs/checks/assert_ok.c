// verdict: ok
// runs baseline: 2 0

#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 5)
        assert(x != 5);
    return 0;
}

// verdict: ok

#include <assert.h>
int __VERIFIER_nondet_int(void);

#define MAX(a, b) ({ int a_ = (a), b_ = (b); a_ > b_ ? a_ : b_; })

int main(void) {
    int x = __VERIFIER_nondet_int(), calls = 0;
    int m = MAX((calls++, x), 10);
    assert(m >= x && m >= 10);
    assert(calls == 1);
    return 0;
}

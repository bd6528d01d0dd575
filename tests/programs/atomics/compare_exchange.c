// verdict: ok
// runs baseline: 2 0

#include <assert.h>
#include <stdatomic.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    atomic_int a = 5;
    int expected = x;
    _Bool done = atomic_compare_exchange_strong(&a, &expected, 9);
    if (x == 5)
        assert(done && a == 9 && expected == 5);
    else
        assert(!done && a == 5 && expected == 5);
    return 0;
}

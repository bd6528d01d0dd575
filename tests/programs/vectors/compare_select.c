// verdict: ok

/* A comparison gives 0 or -1 in each lane. */
#include <assert.h>
int __VERIFIER_nondet_int(void);

typedef int v4 __attribute__((vector_size(16)));

int main(void) {
    int x = __VERIFIER_nondet_int();
    v4 a = {1, x, 3, 4}, b = {2, 2, 2, 2};
    v4 less = a < b;
    assert(less[0] == -1 && less[2] == 0);
    assert(less[1] == (x < 2 ? -1 : 0));
    v4 smaller = (a & less) | (b & ~less);
    assert(smaller[1] <= 2 && smaller[3] == 2);
    return 0;
}

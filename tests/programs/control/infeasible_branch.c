// verdict: ok
// runs baseline: 3 0

/* Of the four combinations of these two decisions one is impossible. */
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    int big = 0, positive = 0;
    if (a > 100)
        big = 1;
    if (a > 0)
        positive = 1;
    assert(!big || positive);
    return 0;
}

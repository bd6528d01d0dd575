// verdict: ok
// runs baseline: 6 0

/* Three elements: one path for each order. */
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a[3];
    for (int i = 0; i < 3; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2 - i; j++)
            if (a[j] > a[j + 1]) {
                int t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
    assert(a[0] <= a[1]);
    assert(a[1] <= a[2]);
    return 0;
}

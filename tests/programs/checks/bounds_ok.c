// verdict: ok

/* The last element, and a pointer one past the end that is compared and not read. */
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int a[4] = {1, 2, 3, 4}, sum = 0;
    for (int *p = a, *end = a + 4; p != end; p++)
        sum += *p;
    assert(sum == 10);
    unsigned i = __VERIFIER_nondet_uint();
    if (i < 4)
        a[i] = 0;
    return 0;
}

// verdict: ok

#include <assert.h>
int __VERIFIER_nondet_int(void);

static void redirect(int **where, int *to) {
    *where = to;
}

int main(void) {
    int a = 1, b = 2, *p = &a, **pp = &p;
    if (__VERIFIER_nondet_int() > 0)
        redirect(pp, &b);
    **pp += 10;
    assert(a + b == 13);
    assert(p == &a ? a == 11 : b == 12);
    return 0;
}

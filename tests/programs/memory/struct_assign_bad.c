// verdict: bugs
// bug: assert 17

/* Assignment copies: a later change of the source does not show in the copy. */
#include <assert.h>
int __VERIFIER_nondet_int(void);

struct pair {
    int a, b;
};

int main(void) {
    struct pair p = {1, 2}, q = p;
    int x = __VERIFIER_nondet_int();
    p.a = x;
    assert(q.a == 1);
    assert(p.a == q.a);
    return 0;
}

// verdict: ok

#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a[4] = {1, 2, 3, __VERIFIER_nondet_int()}, b[4];
    __builtin_memcpy(b, a, sizeof a);
    assert(b[3] == a[3] && b[0] == 1);
    __builtin_memset(b, 0xff, 8);
    assert(b[0] == -1 && b[1] == -1 && b[2] == 3);
    char *p = __builtin_alloca(16);
    __builtin_memset(p, 7, 16);
    assert(p[15] == 7);
    return 0;
}

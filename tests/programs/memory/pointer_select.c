// verdict: ok

/* A table of pointers with a symbolic index: the load may hit any of three objects. */
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int a = 10, b = 20, c = 30;
    int *table[3] = {&a, &b, &c};
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 3)
        return 0;
    int *p = table[i];
    assert(*p == (int)(i + 1) * 10);
    *p = 0;
    assert(a + b + c == 60 - (int)(i + 1) * 10);
    return 0;
}

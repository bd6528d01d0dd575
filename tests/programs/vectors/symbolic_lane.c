// verdict: ok

#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

typedef unsigned char v16 __attribute__((vector_size(16)));

int main(void) {
    v16 v = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 16)
        return 0;
    assert(v[i] == i);
    v[i] = 99;
    assert(v[i] == 99);
    assert(v[3] == (i == 3 ? 99 : 3));
    return 0;
}

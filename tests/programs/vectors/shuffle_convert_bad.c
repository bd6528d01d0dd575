// verdict: bugs
// bug: assert 16

#include <assert.h>
short __VERIFIER_nondet_short(void);

typedef short v4s __attribute__((vector_size(8)));
typedef int v4i __attribute__((vector_size(16)));

int main(void) {
    v4s s = {1, -2, __VERIFIER_nondet_short(), 4};
    v4i w = __builtin_convertvector(s, v4i);
    v4s r = __builtin_shufflevector(s, s, 3, 2, 1, 0);
    assert(w[1] == -2 && r[0] == 4 && r[2] == -2);
    assert(r[1] == w[2]);
    assert(w[2] > -32768);
    return 0;
}

// verdict: ok

/* Signed and unsigned bit-fields share a word and keep their neighbours intact. */
#include <assert.h>
int __VERIFIER_nondet_int(void);

struct packed {
    unsigned a : 3;
    signed b : 4;
    unsigned c : 9;
    signed d : 16;
};

int main(void) {
    struct packed p = {5, -8, 300, -2};
    assert(p.a == 5 && p.b == -8 && p.c == 300 && p.d == -2);
    int x = __VERIFIER_nondet_int();
    p.b = x;
    assert(p.a == 5 && p.c == 300 && p.d == -2);
    assert(p.b >= -8 && p.b <= 7);
    p.a = p.a + 3;
    assert(p.a == 0);
    return 0;
}

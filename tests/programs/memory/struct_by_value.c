// verdict: ok

/* Passed and returned by value: small ones in registers, large ones through memory. */
#include <assert.h>
int __VERIFIER_nondet_int(void);

struct small {
    int a;
    char b;
};
struct large {
    int v[20];
};

static struct small bump(struct small s) {
    s.a++;
    return s;
}
static struct large fill(struct large l, int x) {
    for (int i = 0; i < 20; i++)
        l.v[i] += x;
    return l;
}

int main(void) {
    struct small s = {41, 'q'};
    struct small t = bump(s);
    assert(s.a == 41 && t.a == 42 && t.b == 'q');
    struct large l = {{0}};
    int x = __VERIFIER_nondet_int() & 0xff;
    struct large m = fill(l, x);
    assert(l.v[7] == 0 && m.v[7] == x && m.v[19] == x);
    return 0;
}

// verdict: ok

#include <assert.h>
int __VERIFIER_nondet_int(void);

struct inner {
    char tag;
    int v[3];
};
struct outer {
    struct inner in[2];
    struct inner *link;
};

int main(void) {
    struct outer o = {.in = {{'a', {1, 2, 3}}, {'b', {4, 5, 6}}}};
    int x = __VERIFIER_nondet_int();
    o.link = &o.in[1];
    o.link->v[2] = x;
    assert(o.in[1].v[2] == x);
    assert(o.in[0].v[2] == 3 && o.in[1].tag == 'b');
    return 0;
}

// verdict: ok

#include <assert.h>
int __VERIFIER_nondet_int(void);

struct range {
    int from, to;
};

static int width(const struct range *r) {
    return r->to - r->from;
}

int main(void) {
    int x = __VERIFIER_nondet_int() & 0xff;
    assert(width(&(struct range){x, x + 4}) == 4);
    int *a = (int[]){3, 1, 2};
    assert(a[0] + a[1] + a[2] == 6);
    return 0;
}

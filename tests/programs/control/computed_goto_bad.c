// verdict: bugs
// bug: assert 14

#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    void *target[2] = {&&first, &&second};
    unsigned char x = __VERIFIER_nondet_uchar();
    goto *target[x > 250];
first:
    return 0;
second:
    assert(x != 251);
    return 1;
}

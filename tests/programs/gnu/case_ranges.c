// verdict: ok

#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    int kind;
    switch (c) {
    case '0' ... '9':
        kind = 1;
        break;
    case 'a' ... 'z':
        kind = 2;
        break;
    default:
        kind = 0;
    }
    assert((kind == 1) == (c >= '0' && c <= '9'));
    assert((kind == 2) == (c >= 'a' && c <= 'z'));
    return 0;
}

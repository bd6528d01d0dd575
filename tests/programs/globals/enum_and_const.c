// verdict: ok

#include <assert.h>
enum colour { RED = -1, GREEN = 10, BLUE };
static const enum colour palette[] = {BLUE, RED};
int __VERIFIER_nondet_int(void);

int main(void) {
    int i = __VERIFIER_nondet_int() & 1;
    enum colour c = palette[i];
    assert(c == (i ? RED : BLUE));
    assert(BLUE == 11);
    return 0;
}

// verdict: ok

#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int tentative;
static struct {
    char c[100];
    void *p;
} block;

int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i < 100)
        assert(block.c[i] == 0);
    assert(tentative == 0 && block.p == 0);
    return 0;
}

// verdict: ok

/* A call through a table with a symbolic index. */
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

static int plus(int a, int b) { return a + b; }
static int minus(int a, int b) { return a - b; }
static int times(int a, int b) { return a * b; }
static int (*const table[])(int, int) = {plus, minus, times};

int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 3)
        return 0;
    int r = table[i](7, 3);
    if (i == 0)
        assert(r == 10);
    if (i == 1)
        assert(r == 4);
    if (i == 2)
        assert(r == 21);
    return 0;
}

// verdict: bugs
// bug: uninit 13
// bug: assert 15

/* Nothing is less than zero: for that input alone the comparison does not hang on what nobody wrote. */
#include <assert.h>
#include <rethread.h>

int main(void) {
    unsigned v[2], x;
    rethread_symbolic(&x, sizeof x, "x");
    rethread_assume(x < 1000);
    if (v[x & 1] < x)
        return 0;
    assert(x != 0);
    return 0;
}

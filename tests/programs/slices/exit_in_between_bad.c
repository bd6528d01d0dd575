// args: --checks assert
// verdict: bugs
// bug: assert 16
// runs baseline: 2 0
// runs slice: 2 0

/* Nothing in the branch is read by the assertion, but one side of it does not come there. */
#include <assert.h>
#include <rethread.h>
#include <stdlib.h>

int main(void) {
    int x;
    rethread_symbolic(&x, sizeof x, "x");
    if (x) exit(1);
    assert(0);
    return 0;
}

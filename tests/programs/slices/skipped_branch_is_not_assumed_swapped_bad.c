// args: --checks assert
// no-replay: what a run returns depends on a branch that was not explored
// verdict: bugs
// bug: assert 19
// runs baseline: 3 0
// runs slice: 2 0

/* The same with the sides the other way round: whichever side is taken, nothing is learned from it. */
#include <assert.h>
#include <rethread.h>

int main(void) {
    int x, y = 0, z = 0;
    rethread_symbolic(&x, sizeof x, "x");
    if (x <= 0) z = 2;
    else z = 1;
    if (x >= 0) ;
    else y = 1;
    assert(y == 0);
    return z;
}

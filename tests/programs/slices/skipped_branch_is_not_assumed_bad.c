// args: --checks assert
// no-replay: what a run returns depends on a branch that was not explored
// verdict: bugs
// bug: assert 19
// runs baseline: 3 0
// runs slice: 2 0

/* The first branch does not matter to the assertion, so one side of it is enough. Which one was taken says nothing
   about x: the second branch still goes both ways. */
#include <assert.h>
#include <rethread.h>

int main(void) {
    int x, y = 0, z = 0;
    rethread_symbolic(&x, sizeof x, "x");
    if (x > 0) z = 1;
    else z = 2;
    if (x < 0) y = 1;
    assert(y == 0);
    return z;
}

// args: --checks assert --max-loop 100
// no-replay: what a run returns depends on a branch that was not explored
// verdict: ok
// runs slice: 1 0

/* How often the loop runs is up to the input, but it ends, and the assertion does not see it. */
#include <assert.h>
#include <rethread.h>

int main(void) {
    unsigned n;
    unsigned long sum = 0;
    int fine = 1;
    rethread_symbolic(&n, sizeof n, "n");
    for (unsigned i = 0, end = n; i < end; i++) sum += i;
    assert(fine);
    return sum & 1;
}

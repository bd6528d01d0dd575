// args: --checks assert
// no-replay: what a run returns depends on a branch that was not explored
// verdict: ok
// runs baseline: 2048 0
// runs slice: 2 0

/* Ten branches that nobody asks about, one that the assertion does. */
#include <assert.h>
#include <rethread.h>

int main(void) {
    unsigned bits, checked = 0;
    int sum = 0;
    rethread_symbolic(&bits, sizeof bits, "bits");
    for (int i = 0; i < 10; i++)
        if (bits >> i & 1) sum += i;
    if (bits >> 10 & 1) checked = 1;
    assert(checked < 2);
    return sum;
}

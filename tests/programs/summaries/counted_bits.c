// verdict: ok
// runs baseline: 1024 0

/* Ten branches, each of which may add one: all 1024 ways end with a sum of at most ten, and for the same reason. */
#include <assert.h>
#include <rethread.h>

int main(void) {
    unsigned bits;
    int sum = 0;
    rethread_symbolic(&bits, sizeof bits, "bits");
    for (int i = 0; i < 10; i++)
        if (bits >> i & 1) sum++;
    assert(sum <= 10);
    return 0;
}

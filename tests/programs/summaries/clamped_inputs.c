// verdict: ok
// runs baseline: 729 0

/* Six numbers are each brought into range by a function with three ways through it: 3^6 paths, and whichever way the
   earlier ones went, the sum is in range. */
#include <assert.h>
#include <rethread.h>

static int clamped(int value) {
    if (value < 0) return 0;
    if (value > 100) return 100;
    return value;
}

int main(void) {
    int sum = 0;
    for (int i = 0; i < 6; i++) {
        int value;
        rethread_symbolic(&value, sizeof value, "value");
        sum += clamped(value);
    }
    assert(sum >= 0 && sum <= 600);
    return 0;
}

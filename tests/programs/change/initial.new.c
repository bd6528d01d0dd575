// verdict: bugs
// bug: new bounds 20
// runs dpor: 4 0
// runs cia: 4 0
// changed: 13
// deleted:
// impacted: 17 18 19 20 21 23
// feeding: 16 17
/* Another initial value, and no other instruction. */
#include <assert.h>
#include <rethread.h>

int limit = 5, x;

int main(void) {
    rethread_symbolic(&x, sizeof x, "x");
    if (x < 0 || x >= limit)
        return 1;
    int a[4] = {0};
    a[x] = 1;
    assert(a[0] >= 0);
    return 0;
}

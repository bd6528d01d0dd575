/* Another initial value, and no other instruction. Old version. */
#include <assert.h>
#include <rethread.h>

int limit = 4, x;

int main(void) {
    rethread_symbolic(&x, sizeof x, "x");
    if (x < 0 || x >= limit)
        return 1;
    int a[4] = {0};
    a[x] = 1;
    assert(a[0] >= 0);
    return 0;
}

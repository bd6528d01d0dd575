// verdict: bugs
// bug: uninit 18
// bug: assert 20

/* Whether two elements are equal hangs on what was never written only if they are two. */
#include <assert.h>
#include <rethread.h>
#include <stdlib.h>

int main(void) {
    unsigned i;
    rethread_symbolic(&i, sizeof i, "i");
    rethread_assume(i < 2);
    char *a = malloc(100000);
    unsigned j;
    rethread_symbolic(&j, sizeof j, "j");
    rethread_assume(j < 2);
    if (a[i] != a[j])
        return 0;
    assert(i != j);
    free(a);
    return 0;
}

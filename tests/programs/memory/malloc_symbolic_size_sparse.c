// verdict: ok

/* An object of symbolic size, written here and there. */
#include <assert.h>
#include <rethread.h>
#include <stdlib.h>

int main(void) {
    unsigned n, i;
    rethread_symbolic(&n, sizeof n, "n");
    rethread_symbolic(&i, sizeof i, "i");
    rethread_assume(n >= 3000000);
    rethread_assume(i < n);
    char *p = malloc(n);
    if (!p)
        return 0;
    p[0] = 1;
    p[2000000] = 2;
    p[i] = 3;
    assert(p[i] == 3);
    if (i != 0)
        assert(p[0] == 1);
    if (i != 2000000)
        assert(p[2000000] == 2);
    free(p);
    return 0;
}

// verdict: ok

#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int *p = malloc(2 * sizeof *p);
    if (!p)
        return 0;
    p[0] = x;
    p[1] = 2;
    int *q = realloc(p, 4 * sizeof *q);
    if (!q) {
        free(p);
        return 0;
    }
    assert(q[0] == x && q[1] == 2);
    q[3] = 4;
    q = realloc(q, sizeof *q);
    assert(!q || q[0] == x);
    free(q);
    return 0;
}

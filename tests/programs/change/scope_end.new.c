// args: --checks assert
// verdict: bugs
// bug: new assert 33
// changed: 24
// deleted:
// impacted: 13 14 24 25 26 31 32 33 34 35
// feeding: 19 20 21 22 23 24 29 30 31
/* The call that does not come back was made for small numbers: with 2 the assertion was not reached. */
#include <assert.h>
#include <rethread.h>

static void put(char *p) {
    *p = 7;
}

static void go(int n, int k) {
    char *p;
    {
        int v[n];
        v[0] = 1;
        p = __builtin_alloca(8);
        p[0] = v[0];
    }
    if (k > 5)
        put(p);
}

int main(void) {
    int k;
    rethread_symbolic(&k, sizeof k, "k");
    go(2, k);
    if (k == 2)
        assert(0);
    return 0;
}

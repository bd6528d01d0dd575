// args: --checks assert,bounds,null,use-after-free
// verdict: bugs
// bug: use-after-free 13
// bug: assert 33
// no-replay: AddressSanitizer does not see that memory of __builtin_alloca has ended
/* What __builtin_alloca made ends with the block of an array of variable length that it was made in. Whether the call behind that
   comes back matters to the assertion, although the memory is a local variable's, of constant size, and
   the pointer is handed over by its only caller. */
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

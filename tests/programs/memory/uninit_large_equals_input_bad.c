// verdict: bugs
// bug: uninit 20
// bug: assert 22
// runs baseline: 3 0
// no-replay: what is in memory that nobody wrote is up to the machine

/* An element of a large object, of which a part was written, is compared with an input: those that read it elsewhere stop, whatever they
   compare it with. */
#include <assert.h>
#include <rethread.h>
#include <stdlib.h>

int main(void) {
    int *v = malloc(100000), x;
    unsigned i;
    rethread_symbolic(&x, sizeof x, "x");
    rethread_symbolic(&i, sizeof i, "i");
    rethread_assume(i < 25000);
    v[7] = 5;
    if (v[i] == x) {
        free(v);
        assert(i != 7);
        return 1;
    }
    free(v);
    return 0;
}

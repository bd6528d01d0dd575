// verdict: bugs
// bug: new assert 21
// bug: fixed bounds 6
// runs dpor: 1 0
// runs cia: 1 0
// changed: 19
// deleted:
// impacted: 15 16 19 20 21 22 23
// feeding: 19
/* A local variable becomes large enough for what is written to it elsewhere, and the assertion is reached. */
#include <assert.h>

static void find(int *w) {
    w[0] = 1;
    w[2] = 2;
}

int main(void) {
    int w[3];
    find(w);
    assert(w[0] == 2);
    return 0;
}

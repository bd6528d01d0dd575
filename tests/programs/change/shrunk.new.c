// verdict: bugs
// bug: new bounds 18
// runs dpor: 1 0
// runs cia: 1 0
// changed: 22
// deleted:
// impacted: 18 19 22 23 24 25 26
// feeding: 22
/* A local variable becomes smaller than what is written to it elsewhere. */
#include <assert.h>

struct window {
    int from, to;
};

static void find(int *w) {
    w[0] = 1;
    w[2] = 2;
}

int main(void) {
    struct window w;
    find(&w.from);
    assert(w.from == 1);
    return 0;
}

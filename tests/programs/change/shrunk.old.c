/* A local variable becomes smaller than what is written to it elsewhere. Old version. */
#include <assert.h>

struct window {
    int from, to, steps;
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

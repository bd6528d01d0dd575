/* A local variable becomes large enough for what is written to it elsewhere, and the assertion is reached. Old version. */
#include <assert.h>

static void find(int *w) {
    w[0] = 1;
    w[2] = 2;
}

int main(void) {
    int w[2];
    find(w);
    assert(w[0] == 2);
    return 0;
}

// verdict: ok

/* A slot in a loop body is alive again in every iteration. */
#include <assert.h>

static void set(int *p, int v) {
    *p = v;
}

int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int slot;
        set(&slot, i);
        sum += slot;
    }
    assert(sum == 3);
    return 0;
}

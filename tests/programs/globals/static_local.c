// verdict: ok
// runs baseline: 1 0

#include <assert.h>

static int next(void) {
    static int n = 10;
    return n++;
}

int main(void) {
    assert(next() == 10);
    assert(next() == 11);
    return 0;
}

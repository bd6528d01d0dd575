#include <assert.h>
static int done, one = 1, *p;

__attribute__((constructor(101))) static void first(void) {
    p = 0;
    one = *p;
}

__attribute__((constructor(102))) static void last(void) {
    assert(done == 1);
}

int main(void) {
    return 0;
}

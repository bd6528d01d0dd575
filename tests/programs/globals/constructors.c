// verdict: ok

/* Constructors run before main, in the order of their priorities. */
#include <assert.h>

static int order;
__attribute__((constructor(201))) static void second(void) {
    order = order * 10 + 2;
}
__attribute__((constructor(200))) static void first(void) {
    order = order * 10 + 1;
}

int main(void) {
    assert(order == 12);
    return 0;
}

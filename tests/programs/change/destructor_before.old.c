#include <assert.h>
static int done, one = 1, *p;

__attribute__((destructor)) static void last(void) {
    assert(done == 1);
}

__attribute__((destructor)) static void first(void) {
    one = *p;
}

int main(void) {
    p = 0;
    return 0;
}

/* A write that is gone: the one before it is seen. Old version. */
#include <assert.h>

int y;

int main(void) {
    y = 1;
    y = 0;
    assert(y == 0);
    return 0;
}

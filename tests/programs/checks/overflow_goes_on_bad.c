// args: --checks +overflow
// verdict: bugs
// bug: overflow 11
// bug: assert 12

/* The overflow is noted and the run goes on to the assertion. */
#include <assert.h>

int main(void) {
    int x = 2147483647;
    x++;
    assert(x != x + 0);
    return 0;
}

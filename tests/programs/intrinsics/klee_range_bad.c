// verdict: bugs
// bug: assert 11

/* The range is [begin, end). */
#include <assert.h>
int klee_range(int begin, int end, const char *name);

int main(void) {
    int x = klee_range(-3, 4, "x");
    assert(x >= -3 && x < 4);
    assert(x != 3);
    return 0;
}

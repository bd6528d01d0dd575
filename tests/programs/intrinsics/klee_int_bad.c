// verdict: bugs
// bug: assert 10

#include <assert.h>
int klee_int(const char *name);

int main(void) {
    int x = klee_int("x"), y = klee_int("y");
    if (x > 0 && y > 0)
        assert((x ^ y) != 99);
    return 0;
}

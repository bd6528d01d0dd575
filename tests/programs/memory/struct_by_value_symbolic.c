// verdict: ok
// A struct passed by value from an element that only the input knows.

#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

struct mark { long index, line, column; char flag[3]; };

static long sum(struct mark m) { return m.index + m.line + m.column + m.flag[2]; }

int main(void) {
    struct mark marks[3];
    for (int i = 0; i < 3; i++)
        marks[i] = (struct mark){i, 10 * i, 100 * i, {0, 0, (char)i}};
    unsigned i = __VERIFIER_nondet_uint();
    if (i < 3)
        assert(sum(marks[i]) == 112 * (long)i);
    return 0;
}

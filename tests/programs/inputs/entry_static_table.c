// args: --entry lookup
// verdict: ok
// Statics that nobody writes hold what they were made with, whatever called the function.

#include <assert.h>

static const char *names[] = {"a", "bc"};
static int sizes[] = {1, 2};
static struct { int low, high; } limits = {0, 2};

int lookup(unsigned i) {
    typeof(limits) copy = limits;
    if ((int)i < copy.low || i >= (unsigned)copy.high)
        return 0;
    assert(names[i][0] == "ab"[i]);
    assert(sizes[i] == (i ? 2 : 1));
    return sizes[i];
}

// args: --entry classify
// verdict: bugs
// bug: assert 13
// runs baseline: 4 0

/* A function of its own, without main: the arguments are the inputs. */
#include <assert.h>

int classify(int x, unsigned char y) {
    if (x < 0)
        return -1;
    if (y > 200)
        assert(x != 123);
    return 0;
}

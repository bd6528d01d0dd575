// args: --entry advance
// verdict: bugs
// bug: assert 15

/* Globals that the function reads are inputs too. */
#include <assert.h>

int position;
const int limit = 10;

void advance(int by) {
    if (by < 0 || by > 5)
        return;
    if (position == 1000)
        assert(by != 2);
    assert(limit == 10);
}

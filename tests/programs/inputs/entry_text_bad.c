// args: --entry keyword
// no-replay: an entry with pointers has no native caller
// assumption: pointers that the entry function is given
// verdict: bugs
// bug: assert 11

#include <assert.h>

int keyword(const char *s) {
    if (s && s[0] == 'q')
        assert(0);
    return 0;
}

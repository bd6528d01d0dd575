// args: --entry keyword
// no-replay: an entry with pointers has no native caller
// verdict: bugs
// bug: assert 10

#include <assert.h>

int keyword(const char *s) {
    if (s && s[0] == 'q')
        assert(0);
    return 0;
}

// args: --entry keyword
// verdict: bugs
// bug: assert 9

#include <assert.h>

int keyword(const char *s) {
    if (s && s[0] == 'q')
        assert(0);
    return 0;
}

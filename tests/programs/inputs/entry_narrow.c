// args: --entry narrow
// verdict: ok

/* Arguments of narrow types have their type's range. */
#include <assert.h>
#include <stdbool.h>

void narrow(signed char c, unsigned short s, bool b) {
    int ci = c, si = s;
    assert(ci >= -128 && ci <= 127);
    assert(si >= 0 && si <= 65535);
    assert(b == 0 || b == 1);
}

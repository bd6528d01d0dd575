// verdict: ok
// no-replay: undefined to a sanitizer

/* What a call through another type passes, as x86-64 does it. */
#include <assert.h>
static long twice(long x) { return 2 * x; }
static long same(int x) { return x; }
int main(void) {
    int (*narrow)(int) = (int (*)(int))twice;
    long (*wide)(long) = (long (*)(long))same;
    assert(wide(0x100000003) == 3);
    assert(narrow(3) == 6);
    return 0;
}

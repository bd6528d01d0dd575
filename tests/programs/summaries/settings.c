// verdict: ok
// runs baseline: 256 0

/* Eight settings that are checked one after the other, in straight code; the assertion is about all of them. */
#include <assert.h>
#include <rethread.h>

static unsigned char given[8];

int main(void) {
    int a, b, c, d, e, f, g, h;
    rethread_symbolic(given, sizeof given, "given");
    if (given[0]) a = 1; else a = 2;
    if (given[1]) b = 1; else b = 2;
    if (given[2]) c = 1; else c = 2;
    if (given[3]) d = 1; else d = 2;
    if (given[4]) e = 1; else e = 2;
    if (given[5]) f = 1; else f = 2;
    if (given[6]) g = 1; else g = 2;
    if (given[7]) h = 1; else h = 2;
    assert(a * b * c * d * e * f * g * h <= 256);
    return 0;
}

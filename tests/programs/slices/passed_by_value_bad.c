// args: --checks assert
// verdict: bugs
// bug: assert 26
/* The copy of a struct that is passed may fail, and then nothing comes behind it. */
#include <assert.h>
#include <rethread.h>

struct big {
    long c[8];
};
static struct big b, *p;
static int done, used;

static void take(struct big x) { used = (int)x.c[0]; }

int main(void) {
    int x;
    rethread_symbolic(&x, sizeof x, "x");
    if (x > 0)
        p = 0;
    else
        p = &b;
    take(*p);
    used = 2;
    // Only with x <= 0.
    assert(done == 1);
    return 0;
}

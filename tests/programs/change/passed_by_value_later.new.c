// verdict: bugs
// bug: fixed null 15
// bug: new assert 14
/* Who cannot read what is passed never comes to the function that it is passed to. */
#include <assert.h>
struct big {
    long c[8];
};
static struct big b, *p;
static int done;

static void take(struct big x) {
    (void)x;
    assert(done == 1);
}

int main(void) {
    p = &b;
    take(*p);
    return 0;
}

// verdict: bugs
// bug: fixed null 15
// bug: new assert 18
// changed: 13 22
// deleted:
// impacted: 18 19 22 23 24
// feeding: 22
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

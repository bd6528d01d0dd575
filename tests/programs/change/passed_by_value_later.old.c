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
    p = 0;
    take(*p);
    return 0;
}

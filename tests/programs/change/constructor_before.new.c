// verdict: bugs
// bug: fixed null 6
// bug: new assert 18
// changed: 13
// deleted:
// impacted: 13 14 15 18 19 22
// feeding: 13
/* Constructors, too. */
#include <assert.h>
static int done, one = 1, *p;

__attribute__((constructor(101))) static void first(void) {
    p = &one;
    one = *p;
}

__attribute__((constructor(102))) static void last(void) {
    assert(done == 1);
}

int main(void) {
    return 0;
}

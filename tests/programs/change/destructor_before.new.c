// verdict: bugs
// bug: fixed null 9
// bug: new assert 13
// changed: 21
// deleted:
// impacted: 13 14 17 18 21
// feeding: 21
/* Destructors run one after the other: one that fails keeps those behind it from running. */
#include <assert.h>
static int done, one = 1, *p;

__attribute__((destructor)) static void last(void) {
    assert(done == 1);
}

__attribute__((destructor)) static void first(void) {
    one = *p;
}

int main(void) {
    p = &one;
    return 0;
}

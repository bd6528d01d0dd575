// verdict: ok
// runs baseline: 4 0

/* `a && b` and `a || b` evaluate b only when they must. */
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

static int calls;
static int touch(int v) {
    calls++;
    return v;
}

int main(void) {
    _Bool a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool();
    if (a && touch(b))
        assert(calls == 1);
    int before = calls;
    if (a || touch(b))
        assert(calls == before + !a);
    return 0;
}

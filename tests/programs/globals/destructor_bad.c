// verdict: bugs
// bug: assert 10

/* Destructors run after main has returned. */
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int state;
__attribute__((destructor)) static void last(void) {
    assert(state != 3);
}

int main(void) {
    state = __VERIFIER_nondet_int();
    return 0;
}

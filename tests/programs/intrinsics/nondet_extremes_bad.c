// verdict: bugs
// bug: assert 14
// bug: assert 15
// bug: assert 16

/* Both ends of the range can be reached. */
#include <assert.h>
#include <limits.h>
long __VERIFIER_nondet_long(void);
short __VERIFIER_nondet_short(void);
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    assert(__VERIFIER_nondet_long() != LONG_MIN);
    assert(__VERIFIER_nondet_short() != SHRT_MAX);
    assert(__VERIFIER_nondet_bool() == 0);
    return 0;
}

// verdict: bugs
// bug: assert 18
// runs baseline: 8 0

/* Accepts "ab" and "aab" among others: the error needs one input sequence. */
#include <assert.h>
char __VERIFIER_nondet_char(void);

int main(void) {
    int state = 0;
    for (int i = 0; i < 3; i++) {
        char c = __VERIFIER_nondet_char();
        if (c == 'a')
            state = state * 2 + 1;
        else
            state = state * 2;
    }
    assert(state != 5);
    return state;
}

// verdict: bugs
// bug: abort 9

#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    if (__VERIFIER_nondet_int() == 1234567)
        abort();
    return 0;
}

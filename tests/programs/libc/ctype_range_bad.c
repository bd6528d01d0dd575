// verdict: bugs
// bug: bounds 13
// no-replay: glibc reads some other memory and goes on

/* The classes are a table: a number that is no character reads beside it. */
#include <ctype.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int c = __VERIFIER_nondet_int();
    if (c < -1)
        return 0;
    return isalpha(c) != 0;
}

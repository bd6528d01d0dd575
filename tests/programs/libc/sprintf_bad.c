// verdict: bugs
// bug: bounds 13

/* Ten digits, a sign and the terminator are more than eight. */
#include <stdio.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    char b[8];
    int x = __VERIFIER_nondet_int();
    if (x < 0)
        return 0;
    sprintf(b, "%d", x);
    return 0;
}

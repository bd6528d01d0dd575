// verdict: bugs
// bug: bounds 13

/* The length of a copy decides; the error is at the call. */
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char from[16] = {0}, to[8] = {0};
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 9)
        return 0;
    memcpy(to, from, n);
    return to[0];
}

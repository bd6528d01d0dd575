// verdict: ok

#include <assert.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char from[6] = "abcde", to[6] = "vwxyz";
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 5)
        return 0;
    memcpy(to, from, n);
    for (unsigned i = 0; i < 5; i++)
        assert(to[i] == (i < n ? "abcde"[i] : "vwxyz"[i]));
    return 0;
}

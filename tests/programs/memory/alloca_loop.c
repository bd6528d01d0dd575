// verdict: ok

#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 3)
        return 0;
    char *last = 0;
    for (unsigned i = 0; i < n; i++) {
        char *p = __builtin_alloca(4);
        p[0] = (char)i;
        assert(p != last);
        last = p;
    }
    if (last)
        assert(*last == (char)(n - 1));
    return 0;
}

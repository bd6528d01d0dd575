// verdict: ok

#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    const char *words[] = {"zero", "one", "two", "three"};
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 4)
        return 0;
    unsigned n = 0;
    for (const char *c = words[i]; *c; c++)
        n++;
    assert(n >= 3 && n <= 5);
    return 0;
}

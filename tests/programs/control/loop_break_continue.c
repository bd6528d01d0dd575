// verdict: ok

#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned stop = __VERIFIER_nondet_uint();
    int odd = 0, i = 0;
    while (1) {
        i++;
        if (i > 6)
            break;
        if (i == stop)
            break;
        if (i % 2 == 0)
            continue;
        odd++;
    }
    if (stop == 4)
        assert(odd == 2);
    if (stop == 0)
        assert(odd == 3);
    return 0;
}

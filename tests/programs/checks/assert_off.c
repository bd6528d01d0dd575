// args: --checks -assert
// verdict: ok
// runs baseline: 1 0

/* A check that is switched off is not reported; the program still ends there. */
#include <assert.h>

int main(void) {
    assert(0);
    return 0;
}

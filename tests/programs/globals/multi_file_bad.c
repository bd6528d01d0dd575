// files: multi_file.part.c
// verdict: bugs
// bug: assert 17

/* Two files: a static name in each, one shared global, one call across. */
#include <assert.h>
int __VERIFIER_nondet_int(void);

int shared;
static int secret = 1;
int other_secret(int by);

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(other_secret(x) == 2 + (x & 1));
    assert(secret == 1);
    assert(shared != 7);
    return 0;
}

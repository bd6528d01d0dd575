// verdict: ok
// runs baseline: 1 0

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
void klee_make_symbolic(void *, size_t, const char *);
void klee_assume(uintptr_t);

int main(void) {
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume((x & 3) == 0);
    assert(x % 4 == 0);
    return 0;
}

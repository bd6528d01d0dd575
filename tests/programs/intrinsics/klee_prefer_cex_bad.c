// verdict: bugs
// bug: assert 15

/* A preference about values never removes a path. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
void klee_make_symbolic(void *, size_t, const char *);
void klee_prefer_cex(void *, uintptr_t);

int main(void) {
    unsigned char c;
    klee_make_symbolic(&c, sizeof c, "c");
    klee_prefer_cex(&c, c >= 32 && c < 127);
    assert(c != 200);
    return 0;
}

// verdict: bugs
// bug: assert 10

/* KLEE's own header comes with rethread. */
#include <klee/klee.h>
int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x > 3);
    klee_assert(x != 77);
    return 0;
}

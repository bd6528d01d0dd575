// verdict: ok

/* Ends the path quietly. */
#include <assert.h>
int klee_int(const char *name);
void klee_silent_exit(int) __attribute__((noreturn));

int main(void) {
    int x = klee_int("x");
    if (x > 3)
        klee_silent_exit(0);
    assert(x <= 3);
    return 0;
}

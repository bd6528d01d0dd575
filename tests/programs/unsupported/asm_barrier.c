// verdict: ok

/* An empty assembly with a memory clobber is a compiler barrier and does nothing. */
#include <assert.h>

int main(void) {
    int x = 1;
    __asm__ volatile("" ::: "memory");
    assert(x == 1);
    return 0;
}

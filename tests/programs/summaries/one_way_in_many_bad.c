// verdict: bugs
// bug: assert 15
// runs baseline: 1024 0

/* As counted_bits.c, but one of the 1024 ways is too much: it must not be dropped for the sake of the others. */
#include <assert.h>
#include <rethread.h>

int main(void) {
    unsigned bits;
    int sum = 0;
    rethread_symbolic(&bits, sizeof bits, "bits");
    for (int i = 0; i < 10; i++)
        if (!(bits >> i & 1)) sum++;
    assert(sum < 10);
    return 0;
}

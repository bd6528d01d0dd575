// verdict: ok

/* The first difference decides. */
#include <assert.h>
#include <string.h>
#include <rethread.h>

int main(void) {
    unsigned char a[2], b[2];
    rethread_symbolic(a, sizeof a, "a");
    rethread_symbolic(b, sizeof b, "b");
    int big_endian_a = a[0] << 8 | a[1], big_endian_b = b[0] << 8 | b[1];
    assert((memcmp(a, b, 2) < 0) == (big_endian_a < big_endian_b));
    return 0;
}

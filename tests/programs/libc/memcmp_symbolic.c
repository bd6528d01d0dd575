// verdict: ok
// runs baseline: 2 0

/* memcmp of symbolic bytes does not fork: two runs, for the two answers. */
#include <assert.h>
#include <string.h>
#include <rethread.h>

int main(void) {
    unsigned char a[4], b[4];
    rethread_symbolic(a, sizeof a, "a");
    rethread_symbolic(b, sizeof b, "b");
    if (memcmp(a, b, 4) == 0)
        assert((a[0] ^ b[0] | a[1] ^ b[1] | a[2] ^ b[2] | a[3] ^ b[3]) == 0);
    return 0;
}

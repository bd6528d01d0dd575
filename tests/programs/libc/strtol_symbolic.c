// verdict: ok
// runs baseline: 1 0

/* Two digits, as a number: one run. */
#include <assert.h>
#include <stdlib.h>
#include <rethread.h>

int main(void) {
    char s[3];
    rethread_symbolic(s, sizeof s, "s");
    rethread_assume((s[0] >= '1') & (s[0] <= '9') & (s[1] >= '0') & (s[1] <= '9') & (s[2] == 0));
    long n = strtol(s, NULL, 10);
    assert(n == (s[0] - '0') * 10 + (s[1] - '0'));
    return 0;
}
